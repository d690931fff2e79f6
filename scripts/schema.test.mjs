import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { columnsOf, TABLE_NAMES } from '#src/tables/tables.ts';

const ROOT = new URL('../', import.meta.url);

/** Writes what a restored server lacks as operations, as src/tables/inverse.ts does what takes one back. */
const OPERATIONS = 'src/sync/client/set-back/';

const textOf = (file) => readFileSync(new URL(file, ROOT), 'utf8');

const engine = [
  ...readdirSync(new URL('src/sync/', ROOT), { recursive: true })
    .map((name) => `src/sync/${String(name)}`)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('/testing/'))
    .filter((name) => !name.startsWith(OPERATIONS)),
  ...['overlay', 'row-counts', 'live-rows', 'row', 'tx'].map((name) => `src/tables/kit/${name}.ts`),
];

test('[S2] the engine names no table', () => {
  // As a text, as the start of a mutator's name, or as a property that is not called (unlike the array method
  // `filter`).
  const any = TABLE_NAMES.join('|');
  const named = new RegExp(`'(${any})['.]|\\.(${any})\\b(?!\\()`);

  expect(engine.filter((file) => named.test(textOf(file)))).toEqual([]);
});

test('[S2] the engine names no column but id and deletedAt', () => {
  // The last three have other meanings in the engine.
  const known = new Set(['id', 'deletedAt', 'name', 'value', 'query']);
  const columns = new Set(TABLE_NAMES.flatMap((table) => columnsOf(table).map(([name]) => name)));
  const any = [...columns].filter((name) => !known.has(name)).join('|');
  // As a text, a property, or a destructured field of a row.
  const named = new RegExp(`'(${any})'|\\.(${any})\\b|[{,] (${any})\\b(?= [,}])`);

  const naming = engine.filter((file) => named.test(textOf(file)));

  expect(naming).toEqual([]);
});
