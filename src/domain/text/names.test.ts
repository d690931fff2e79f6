import { expect, test } from 'vitest';
import { inOneForm, isBlank } from './names.ts';

test.each([
  ['nothing', ''],
  ['blanks', ' \t\u00A0\u3000'],
  ['a zero-width space', '\u200B'],
  ['joiners', '\u200C\u200D\u2060'],
  ['a byte order mark', '\uFEFF'],
  ['a soft hyphen', '\u00AD'],
  ['a blank of Braille', '\u2800'],
  ['fillers of Hangul', '\u115F\u1160\u3164\uFFA0'],
  ['marks of direction', '\u200E\u200F\u061C'],
  ['selectors of variants', '\uFE0F\u{E0100}'],
  ['controls', '\u0007\u0085'],
])('%s cannot be seen', (_what, name) => {
  expect(isBlank(name)).toBe(true);
});

test.each(['a', ' a ', '👩‍👩‍👧', '⠁', 'ㄱ', '-', '\u200Ba', 'مهام'])('%j can be seen', (name) => {
  expect(isBlank(name)).toBe(false);
});

test('composed and decomposed letters are one name', () => {
  expect(inOneForm('Cafe\u0301')).toBe(inOneForm('Caf\u00E9'));
  expect(inOneForm('\u1112\u1161\u11AB')).toBe('한');
});
