import { clip } from '#src/domain/text/clip.ts';

/** The most characters of an excerpt, and how many equal ones it has before the first different one. */
const LENGTH = 100;
const CONTEXT = 24;

/** Two versions of a text on one line each, cut to the part where they differ. */
export function excerpts(before: string, after: string): readonly [before: string, after: string] {
  const [first, second] = [oneLine(before), oneLine(after)];
  if (first.length <= LENGTH && second.length <= LENGTH) return [first, second];
  const start = startOf(first, second);
  const cut = (text: string) => clip(start === 0 ? text : `…${text.slice(start)}`, LENGTH);
  return [cut(first), cut(second)];
}

/** A text on one line, cut at its end. */
export function excerpt(text: string): string {
  return clip(oneLine(text), LENGTH);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** The beginning of the word from which both texts are shown; 0 when they differ near their beginning. */
function startOf(first: string, second: string): number {
  let equal = 0;
  while (equal < first.length && first[equal] === second[equal]) equal += 1;
  // Of a text that only grew, the end is shown.
  const from = Math.min(equal, Math.max(first.length, second.length) - 1) - CONTEXT;
  if (from <= 0) return 0;
  const blank = first.indexOf(' ', from);
  return blank === -1 || blank >= equal ? from : blank + 1;
}
