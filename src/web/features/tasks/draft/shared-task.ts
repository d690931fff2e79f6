import { clip } from '#src/domain/text/clip.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { cleanName, cleanText } from '#src/domain/clean-text.ts';
import { linksIn } from '#src/web/tasks/row/link-text.ts';

/** The name and the description of a task that another app shares. */
export interface SharedTask {
  readonly name: string;
  readonly description: string;
  /** True if the shared text was too long for a task. */
  readonly isCut: boolean;
}

/**
 * Reads shared text from the query of an address. The web app manifest names its parts `title`, `text` and `url`; apps fill
 * any of them. The name is the title, else the first line of the text, else the address. The rest is the description.
 */
export function readShared(search: string): SharedTask {
  const query = new URLSearchParams(search);
  const title = cleanName(query.get('title') ?? '');
  const [text = '', url = ''] = ['text', 'url'].map((key) => cleanText(query.get(key) ?? '').trim());
  const [firstLine = ''] = text.split('\n', 1);
  const whole = (title || firstLine || url).trim().replaceAll(/\s+/g, ' ');
  const rest = title ? text : text.slice(firstLine.length).trim();
  const name = clip(whole, LIMITS.taskName);
  // A name shows no links, and has a limit. Where it falls short, the description has it in full.
  const isWhole = name === whole && linksIn(whole).length === 0;
  const words = isWhole ? rest : `${whole}\n\n${rest}`.trim();
  const address = words.includes(url) ? '' : url;
  const tail = words === '' || address === '' ? address : `\n\n${address}`;
  // The end of the text is cut, but not the address that leads to the full text.
  const room = Math.max(LIMITS.taskDescription - tail.length, 1);
  return {
    name,
    description: clip(clip(words, room) + tail, LIMITS.taskDescription),
    isCut: words.length + tail.length > LIMITS.taskDescription,
  };
}
