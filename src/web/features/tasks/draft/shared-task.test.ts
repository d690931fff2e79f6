import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { inOneForm, isBlank } from '#src/domain/text/names.ts';
import { readShared } from './shared-task.ts';

const share = (fields: Record<string, string>) => readShared(`?${new URLSearchParams(fields)}`);
const PAGE = 'https://example.com/a?b=c&d';

test.each([
  [{}, '', ''],
  [{ title: 'Milk' }, 'Milk', ''],
  [{ title: ' Milk ', text: ' Two litres\n' }, 'Milk', 'Two litres'],
  [{ text: 'Milk' }, 'Milk', ''],
  [{ text: '\n Milk \nTwo litres\n\nOat' }, 'Milk', 'Two litres\n\nOat'],
  [{ text: 'Milk\r\nTwo litres' }, 'Milk', 'Two litres'],
  [{ title: 'A page', url: PAGE }, 'A page', PAGE],
  [{ title: 'A page', text: PAGE }, 'A page', PAGE],
  [{ title: 'A page', text: `Read ${PAGE}`, url: PAGE }, 'A page', `Read ${PAGE}`],
  [{ title: 'A page', text: 'Read this', url: PAGE }, 'A page', `Read this\n\n${PAGE}`],
  [{ title: 'Two\n lines' }, 'Two lines', ''],
  [{ title: ' ', text: '', url: '' }, '', ''],
  [{ title: '\0' }, '', ''],
  [{ title: '<b onclick="x">Milk</b>' }, '<b onclick="x">Milk</b>', ''],
])('shared as %j, a task gets the name %j and the description %j', (fields, name, description) => {
  expect(share(fields)).toEqual({ name, description, isCut: false });
});

test.each([{ url: PAGE }, { text: PAGE }, { text: PAGE, url: PAGE }])(
  'an address alone, %j, becomes the name, and a link in the description',
  (fields) => {
    expect(share(fields)).toEqual({ name: PAGE, description: PAGE, isCut: false });
  },
);

test('a first line that is too long for a name is in the description in full', () => {
  const line = 'word '.repeat(101).trim();
  const { name, description, isCut } = share({ text: `${line}\nThe rest`, url: PAGE });

  expect(name).toBe(`${line.slice(0, 499)}…`);
  expect(description).toBe(`${line}\n\nThe rest\n\n${PAGE}`);
  expect(isCut).toBe(false);
});

test('a description that was cut ends with an ellipsis', () => {
  const { description, isCut } = share({ title: 'Novel', text: 'x'.repeat(16_385) });

  expect(description).toBe(`${'x'.repeat(16_383)}…`);
  expect(isCut).toBe(true);
  expect(share({ title: 'Novel', text: 'x'.repeat(16_384) }).isCut).toBe(false);
});

test('the address stays when the text is cut', () => {
  const { description, isCut } = share({ title: 'Novel', text: 'x'.repeat(20_000), url: PAGE });

  expect(description).toMatch(/^x+…\n\nhttps:/);
  expect(description.endsWith(PAGE)).toBe(true);
  expect(description).toHaveLength(16_384);
  expect(isCut).toBe(true);
  expect(share({ title: 'Novel', text: 'x', url: `${PAGE}${'x'.repeat(20_000)}` }).description).toHaveLength(
    16_384,
  );
});

test('shared text always fits into a task, and keeps every word unless it is cut', () => {
  const text = fc
    .tuple(fc.string({ unit: 'binary', maxLength: 60 }), fc.integer({ min: 1, max: 400 }))
    .map(([words, times]) => words.repeat(times));
  fc.assert(
    fc.property(text, text, fc.webUrl(), (title, text, url) => {
      const { name, description, isCut } = share({ title, text, url });

      expect(name.length).toBeLessThanOrEqual(500);
      expect(description.length).toBeLessThanOrEqual(16_384);
      expect((name + description).isWellFormed()).toBe(true);
      if (isCut) return;
      // Words are compared in the form that names are kept in. Invisible characters are no words.
      const words = (given: string) =>
        inOneForm(given.replaceAll('\0', '').toWellFormed())
          .split(/\s+/)
          .filter((word) => !isBlank(word));
      const kept = new Set(words(`${name}\n${description}`));
      expect([...words(title), ...words(text), url].filter((word) => !kept.has(word))).toEqual([]);
    }),
    { numRuns: 25 },
  );
});
