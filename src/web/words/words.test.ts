import { expect, test } from 'vitest';
import { declarationOf, TABLE_NAMES } from '#src/tables/tables.ts';
import { WORDS } from './words.ts';

test('each table with a tree has words for a row that moves to the top', () => {
  const withWords = TABLE_NAMES.filter((table) => WORDS[table].toTop !== undefined);
  expect(withWords).toEqual(TABLE_NAMES.filter((table) => declarationOf(table).tree));
});
