import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from '#src/domain/text/fold.ts';
import { lineWith, marksIn } from './marks.ts';
import { wordsOf } from './words.ts';

/** The text with its marks in brackets. */
function marked(text: string, search: string): string {
  let [out, end] = ['', 0];
  for (const { from, to } of marksIn(text, wordsOf(search))) {
    out += `${text.slice(end, from)}[${text.slice(from, to)}]`;
    end = to;
  }
  return out + text.slice(end);
}

test('[V3] matches are marked in the text as written, also where folding makes it longer or shorter', () => {
  expect(marked('Water the Café garden', 'cafe gard')).toBe('Water the [Café] [gard]en');
  expect(marked('Große Straße', 'strasse GROS')).toBe('[Groß]e [Straße]');
  expect(marked('Cafe\u0301 noir', 'café')).toBe('[Cafe\u0301] noir');
  expect(marked('ﬁnal', 'in')).toBe('[ﬁn]al');
  expect(marked('予算会議の資料', '会議')).toBe('予算[会議]の資料');
  expect(marked('ซื้อนมที่ตลาด', 'นม')).toBe('ซื้อ[นม]ที่ตลาด');
  expect(marked('Kauf 👩‍💻 ein', '💻')).toContain('💻');
  expect(marked('banana', 'an na')).toBe('b[anana]');
  expect(marked('nothing', 'x')).toBe('nothing');
});

test('[V3] marks are in order, apart and not empty, and each covers a match of a word', () => {
  const text = fc.string({ unit: fc.constantFrom(...'abAB éßﬁ가\u0301ς会'.split('')) });
  fc.assert(
    fc.property(text, text, (given, search) => {
      const words = wordsOf(search);
      const marks = marksIn(given, words);
      let end = -1;
      for (const { from, to } of marks) {
        expect(from).toBeGreaterThan(end);
        expect(to).toBeGreaterThan(from);
        end = to;
        const part = fold(given.slice(from, to));
        expect(words.some((word) => part.includes(word))).toBe(true);
      }
      for (const word of words)
        expect(marks.some(({ from, to }) => fold(given.slice(from, to)).includes(word))).toBe(
          fold(given).includes(word),
        );
    }),
    { numRuns: 500 },
  );
});

test('[V3] of long notes the first matching line is shown, from shortly before the match', () => {
  const long = `${'one two '.repeat(40)}needle ${'three '.repeat(40)}`;
  const line = lineWith(`First\n${long}\nlast`, ['needle']);
  expect(line).toMatch(/^….*needle/u);
  expect(line?.length).toBeLessThan(200);
  expect(lineWith('First\n  The needle  \nlast', ['needle'])).toBe('The needle');
  expect(lineWith(`${'x'.repeat(500)}needle`, ['needle'])).toContain('needle');
  expect(lineWith('First\nlast', ['needle'])).toBeNull();
});
