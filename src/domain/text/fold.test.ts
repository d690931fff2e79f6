import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold, foldWithWayBack } from './fold.ts';

test('[V3] case, accents, width, joined letters and the look of quotes make no difference', () => {
  const alike = [
    ['CAFÉ', 'cafe'],
    ['Cafe\u0301', 'café'],
    ['Straße', 'STRASSE'],
    ['ﬁnal œuvre', 'FINAL OEUVRE'],
    ['Łódź, Ærø, Đà Nẵng', 'lodz, aero, da nang'],
    ['İstanbul ılık', 'istanbul ilik'],
    ['ΟΔΟΣ', 'οδός'],
    ['Ёлка', 'елка'],
    ['Ｔｏｋｙｏ', 'tokyo'],
    ['ｶﾞｽ', 'ガス'],
    ['コーヒーとケーキ', 'こーひーとけーき'],
    ['ヴァヶ', 'ゔぁゖ'],
    ['שָׁלוֹם', 'שלום'],
    ['مُحَمَّد', 'محمد'],
    ['it’s “so”', 'it\'s "so"'],
    ['so\u00ADso\u200B', 'soso'],
    ['❤\uFE0F', '❤'],
    ['한국', '\u1112\u1161\u11AB\u1100\u116E\u11A8'],
  ] as const;
  for (const [one, other] of alike) expect(fold(one)).toBe(fold(other));
});

test('[V3] marks that are letters of their own stay', () => {
  expect(fold('ที่')).not.toBe(fold('ท'));
  expect(fold('か')).not.toBe(fold('が'));
  expect(fold('किताब')).not.toBe(fold('कतब'));
});

test('[V3] more clusters than the cache holds are still folded', () => {
  const letters = Array.from({ length: 12_000 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('');
  expect(fold(`É${letters}é`)).toBe(`e${letters}e`);
});

/** Letters that fold into more or fewer, and marks that follow them. */
const ODD = 'é ß Σ ς 가 힣 が \u0E48 \u0E34 ΐ ŉ İ ǅ ﬃ ½ \u2019 \u0301 \u0315 a A'.split(' ').concat(' ');

test('[V3] a text folds alike as a whole and letter by letter, and each folded character maps back to its source', () => {
  const anyText = fc.oneof(
    fc.array(fc.nat(0xffff)).map((codes) => String.fromCharCode(...codes)),
    fc.string({ unit: fc.constantFrom(...ODD) }),
  );
  fc.assert(
    fc.property(anyText, (text) => {
      const { folded, starts, ends } = foldWithWayBack(text);
      expect(folded).toBe(fold(text));
      expect(folded).toBe(fold(text.normalize('NFKD')));
      expect(starts).toHaveLength(folded.length);
      const isLost = (sign: string, at: number) => !fold(text.slice(starts[at], ends[at])).includes(sign);
      expect(folded.split('').filter(isLost)).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
