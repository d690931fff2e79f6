import { clip } from '#src/domain/clip.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { cleanName, cleanText } from '#src/domain/clean-text.ts';
import { linksIn } from '#src/web/tasks/row/link-text.ts';

/** What a task's name and description begin with when another app shares something. */
export interface SharedTask {
  readonly name: string;
  readonly description: string;
  /** Whether it was more than a task can hold. */
  readonly isCut: boolean;
}

/**
 * Reads what was shared from an address's query, as the web app manifest names it: `title`, `text` and `url`, of which apps
 * give what they please. The name is the title, else the text's first line, else the address; the rest is the description.
 */
export function readShared(search: string): SharedTask {
  const query = new URLSearchParams(search);
  const title = cleanName(query.get('title') ?? '');
  const [text = '', url = ''] = ['text', 'url'].map((key) => cleanText(query.get(key) ?? '').trim());
  const [firstLine = ''] = text.split('\n', 1);
  const whole = (title || firstLine || url).trim().replaceAll(/\s+/g, ' ');
  const rest = title ? text : text.slice(firstLine.length).trim();
  const name = clip(whole, LIMITS.taskName);
  // A name shows no links, and no more than its limit: then the description has it in full.
  const isWhole = name === whole && linksIn(whole).length === 0;
  const words = isWhole ? rest : `${whole}\n\n${rest}`.trim();
  const address = words.includes(url) ? '' : url;
  const tail = words === '' || address === '' ? address : `\n\n${address}`;
  // The last words are cut sooner than what leads to all of them.
  const room = Math.max(LIMITS.taskDescription - tail.length, 1);
  return {
    name,
    description: clip(clip(words, room) + tail, LIMITS.taskDescription),
    isCut: words.length + tail.length > LIMITS.taskDescription,
  };
}
