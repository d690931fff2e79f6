import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { FOR_TESTS } from './install.mjs';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

test('what only tests need is named as the manifest has it', () => {
  expect(FOR_TESTS.filter((name) => !(name in manifest.devDependencies))).toEqual([]);
});
