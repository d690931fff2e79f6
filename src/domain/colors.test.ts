import { expect, test } from 'vitest';
import { COLORS, isColorHex } from './colors.ts';

test('the colors are the twelve of the specification, in its order', () => {
  expect(COLORS.map(({ name, hex }) => `${name} ${hex}`)).toEqual([
    'Radical Red #FF355E',
    'Wild Watermelon #FD5B78',
    'Burnt Orange #FF7F49',
    'Outrageous Orange #FF6037',
    'Sunglow #FFCC33',
    'Laser Lemon #FFFF66',
    'Light Green #b1de8e',
    'Fern #63B76C',
    'Maximum Blue #47ABCC',
    'Sky Blue #76D7EA',
    'Lavender #BF8FCC',
    'Blue-Gray #C8C8CD',
  ]);
});

test('a color is identified by its hex, in exactly this spelling', () => {
  for (const { hex } of COLORS) expect(isColorHex(hex)).toBe(true);
  for (const other of ['', '#ffcc33', '#B1DE8E', 'FFCC33', 'Sunglow', '#000000'])
    expect(isColorHex(other)).toBe(false);
});
