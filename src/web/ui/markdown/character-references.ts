/** The names that people write, or that exports of other apps contain. */
const NAMED = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
]);

/**
 * The text with its character references decoded (`&amp;`, `&#38;`, `&#x26;`). Of the names it knows those of
 * XML, and `nbsp`.
 */
export function decodeReferences(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (reference, decimal, hex, name) => {
    if (name) return NAMED.get(name) ?? reference;
    return character(decimal ? Number(decimal) : Number.parseInt(hex, 16));
  });
}

/** A number that is no character gives the replacement character (CommonMark, 2.5). */
function character(code: number): string {
  const isOne = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isOne ? String.fromCodePoint(code) : '\ufffd';
}
