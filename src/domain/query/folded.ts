const ASCII = /^\p{ASCII}*$/u;
const MARKS = /\p{M}/gu;

/** Text in the form in which texts are compared: without case, accents and other marks, and what looks wide is narrow (Unicode NFKD). */
export function folded(text: string): string {
  // Most text is that, and needs none of the rest.
  if (ASCII.test(text)) return text.toLowerCase();
  // Twice, since a few letters come apart only in lower case, and the sharp s is two.
  return text.normalize('NFKD').toLowerCase().replaceAll('ß', 'ss').normalize('NFKD').replaceAll(MARKS, '');
}
