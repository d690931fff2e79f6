/** What a line of Markdown begins with: a heading, a quotation, a list, a box to tick. */
const START = /^\s*(?:#{1,6}\s+|>\s?)*(?:[-*+]\s+|\d{1,9}[.)]\s+)?(?:\[[ xX]\]\s+)?/u;
/** A line that has no words of its own: a rule, or the fence of code. */
const BARE = /^\s*(?:[-*_]\s*){3,}$|^\s*(?:`{3,}|~{3,})/u;
const LINK = /!?\[([^\]]*)\]\([^()\s]*\)/gu;
const EMPHASIS = /(\*\*|__|~~|`|\*|(?<!\w)_)(?=\S)(.*?\S)\1(?![\w*])/gu;

/** The first line of notes that says something, without the marks of Markdown; empty when none does. */
export function firstPlainLine(notes: string): string {
  for (const line of notes.split('\n')) {
    if (BARE.test(line)) continue;
    const text = line.replace(START, '').replace(LINK, '$1').replace(EMPHASIS, '$2').trim();
    if (text !== '') return text;
  }
  return '';
}
