/** The twelve colors of collections (specification, section 3). Accents only: no text has them. */
export const COLORS = [
  { name: 'Radical Red', hex: '#FF355E' },
  { name: 'Wild Watermelon', hex: '#FD5B78' },
  { name: 'Burnt Orange', hex: '#FF7F49' },
  { name: 'Outrageous Orange', hex: '#FF6037' },
  { name: 'Sunglow', hex: '#FFCC33' },
  { name: 'Laser Lemon', hex: '#FFFF66' },
  { name: 'Light Green', hex: '#b1de8e' },
  { name: 'Fern', hex: '#63B76C' },
  { name: 'Maximum Blue', hex: '#47ABCC' },
  { name: 'Sky Blue', hex: '#76D7EA' },
  { name: 'Lavender', hex: '#BF8FCC' },
  { name: 'Blue-Gray', hex: '#C8C8CD' },
] as const;

export type ColorHex = (typeof COLORS)[number]['hex'];

export function isColorHex(text: string): text is ColorHex {
  return COLORS.some((color) => color.hex === text);
}
