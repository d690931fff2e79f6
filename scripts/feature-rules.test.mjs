import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const cwd = fileURLToPath(new URL('..', import.meta.url));
const read = (path) => readFileSync(`${cwd}/${path}`, 'utf8');

const rules = [...read('docs/features.md').matchAll(/^- \*\*([STRQVN]\d+)\*\* /gmu)].map(([, rule]) => rule);
const unbuilt = [...read('docs/features.md').matchAll(/^- \*\*([STRQVN]\d+)\*\* Not built yet\./gmu)].map(
  ([, rule]) => rule,
);
const tested = new Set(
  globSync(['{src,scripts,e2e}/**/*.test.{ts,tsx,mjs}'], { cwd }).flatMap((path) =>
    [...read(path).matchAll(/\[([STRQVN]\d+)\]/gu)].map(([, number]) => number),
  ),
);

test('each rule of docs/features.md has a test with its number, unless it is not built yet', () => {
  expect(rules.length).toBeGreaterThan(20);
  expect(rules.filter((rule) => !tested.has(rule))).toEqual(unbuilt);
});

test('each number in the name of a test is that of a rule', () => {
  expect([...tested].filter((number) => !rules.includes(number))).toEqual([]);
});
