/** A part of a text: words, or a link with its address in `href`. */
export interface TextPart {
  readonly text: string;
  readonly href: string | null;
}

/**
 * Only these schemes: a text must not choose another (`javascript:`). An address ends at characters that
 * never occur in one: blanks, quotes, the punctuation of Chinese and Japanese, and the invisible marks that
 * turn the direction of a text.
 */
const ADDRESS =
  /\b(?:https?:\/\/|mailto:)[^\s<>"“”„«»「」『』【】（）《》、。，！？；：\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gi;

/** Each closing bracket with its opening one. */
const OPENERS = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);

/** Splits a text into words and links. The parts joined are the text. */
export function linkParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutSentence(found);
    if (!isAddress(address)) continue;
    if (index > end) parts.push({ text: text.slice(end, index), href: null });
    parts.push({ text: address, href: address });
    end = index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
}

/** The distinct addresses in a text, in their order. */
export function linksIn(text: string): readonly string[] {
  return [...new Set(linkParts(text).flatMap(({ href }) => href ?? []))];
}

/** The address without the sentence's punctuation: a bracket opened before it, the full stop. */
function withoutSentence(found: string): string {
  let end = firstUnopened(found);
  while (end > 0 && ".,;:!?…'*_~`’‘".includes(found.charAt(end - 1))) end -= 1;
  return found.slice(0, end);
}

/** The index of the first bracket closed but not opened in the address; its length if there is none. */
function firstUnopened(found: string): number {
  const open: string[] = [];
  for (let index = 0; index < found.length; index++) {
    const character = found.charAt(index);
    const opener = OPENERS.get(character);
    if ('([{'.includes(character)) open.push(character);
    else if (opener !== undefined && open.pop() !== opener) return index;
  }
  return found.length;
}

function isAddress(text: string): boolean {
  const isMail = /^mailto:/i.test(text);
  return isMail ? /^mailto:[^@]+@[^@]/i.test(text) : URL.canParse(text);
}
