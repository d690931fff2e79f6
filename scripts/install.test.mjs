import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

import { FOR_TESTS, serves } from './install.mjs';

const ROOT = new URL('../', import.meta.url);
const read = (name) => readFileSync(new URL(name, ROOT), 'utf8');
const manifest = JSON.parse(read('package.json'));

/** `vite.config.ts` switches the React Compiler on, and the plugin of React loads it from here. */
const OF_THE_COMPILER = ['oxc-transform-react'];

/** The product and its build. */
const sources = [
  'vite.config.ts',
  'vite.server.config.ts',
  ...['src', 'scripts'].flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, ROOT), { recursive: true }).map((name) => `${folder}/${String(name)}`),
  ),
]
  .filter((name) => /\.(tsx?|mjs|css)$/.test(name) && !/\.test\.|\/testing\/|install\.mjs$/.test(name))
  .map(read)
  .join('\n');

test('packages only for tests are those of the manifest', () => {
  expect(FOR_TESTS.filter((name) => !(name in manifest.devDependencies))).toEqual([]);
});

test.each([
  ['v26.0.0', true],
  ['v100.1.2', true],
  ['v25.9.1', false],
  ['v6.26.0', false],
  ['', false],
])('a Node of version %j can serve: %j', (version, isEnough) => {
  expect(serves(version, '>=26')).toBe(isEnough);
  expect(manifest.engines.node).toMatch(/^>=\d+$/);
});

test('`npm start` installs no development dependency that neither the product nor its build names', () => {
  const installed = Object.keys(manifest.devDependencies).filter((name) => !FOR_TESTS.includes(name));

  const unnamed = installed.filter((name) => !new RegExp(`['"]${name}['"/]`).test(sources));

  expect(unnamed).toEqual(OF_THE_COMPILER);
});
