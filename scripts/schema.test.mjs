import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../', import.meta.url);

/** These read what was stored or sent before there was a schema. */
const MAY_NAME_TABLES = new Set(['src/sync/wire.ts', 'src/sync/client/storage/indexed-db-schema.ts']);

const engine = [
  ...readdirSync(new URL('src/sync/', ROOT), { recursive: true })
    .map((name) => `src/sync/${String(name)}`)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('/testing/')),
  ...['overlay', 'row-counts', 'live-rows', 'tx'].map((name) => `src/mutators/${name}.ts`),
];

test('[S2] the engine names no table', () => {
  const tables = readdirSync(new URL('src/domain/schema/', ROOT))
    .filter((name) =>
      /export const \w+ = table\(/.test(readFileSync(new URL(`src/domain/schema/${name}`, ROOT), 'utf8')),
    )
    .map((name) => name.replace('.ts', ''));
  expect(tables.toSorted()).toEqual([
    'collection',
    'dismissal',
    'filter',
    'label',
    'reminder',
    'section',
    'setting',
    'task',
  ]);
  // As a text, as the beginning of a mutator's name, or as a property that is not called (as `filter` is).
  const any = tables.join('|');
  const named = new RegExp(`'(${any})['.]|\\.(${any})\\b(?!\\()`);

  const naming = engine.filter((name) => named.test(readFileSync(new URL(name, ROOT), 'utf8')));

  expect(new Set(naming)).toEqual(MAY_NAME_TABLES);
});
