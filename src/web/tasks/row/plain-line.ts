/** The Markdown marks at the start of a line: a heading, a quotation, a list, a check box. */
const START = /^\s*(?:#{1,6}\s+|>\s?)*(?:[-*+]\s+|\d{1,9}[.)]\s+)?(?:\[[ xX]\]\s+)?/u;
/** A line without words: a rule, or the fence of code. */
const BARE = /^\s*(?:[-*_]\s*){3,}$|^\s*(?:`{3,}|~{3,})/u;
const LINK = /!?\[([^\]]*)\]\([^()\s]*\)/gu;
const EMPHASIS = /(\*\*|__|~~|`|\*|(?<!\w)_)(?=\S)(.*?\S)\1(?![\w*])/gu;

/** The first line of notes with words, without Markdown marks; empty if there is none. */
export function firstPlainLine(notes: string): string {
  for (const line of notes.split('\n')) {
    if (BARE.test(line)) continue;
    const text = line.replace(START, '').replace(LINK, '$1').replace(EMPHASIS, '$2').trim();
    if (text !== '') return text;
  }
  return '';
}
