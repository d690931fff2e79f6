/** Those that people write, or that other apps leave in their exports. */
const NAMED = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
]);

/** The text with what its character references stand for (`&amp;`, `&#38;`, `&#x26;`); of names it knows those of XML, and `nbsp`. */
export function decodeReferences(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (reference, decimal, hex, name) => {
    if (name) return NAMED.get(name) ?? reference;
    return character(decimal ? Number(decimal) : Number.parseInt(hex, 16));
  });
}

/** CommonMark, 2.5: what is no character is shown as the one for that. */
function character(code: number): string {
  const isOne = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isOne ? String.fromCodePoint(code) : '\ufffd';
}
