import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const cwd = fileURLToPath(new URL('..', import.meta.url));
const read = (path) => readFileSync(`${cwd}/${path}`, 'utf8');

/** The numbers of the rules that are built; of one that is not, the first words say so. */
const rules = [...read('docs/sync-spec.md').matchAll(/^\*\*(W\d+) [^*]+\*\*(?! Not built yet\.)/gmu)].map(
  ([, rule]) => rule,
);
const tested = globSync(['{src,scripts,e2e,bench}/**/*.test.{ts,tsx,mjs}'], { cwd }).flatMap((path) =>
  [...read(path).matchAll(/\[(W\d+)\]/gu)].map(([, rule]) => ({ rule, path })),
);

test('each sync rule has a test with its number', () => {
  expect(rules.length).toBeGreaterThan(14);
  expect(rules.filter((rule) => !tested.some((it) => it.rule === rule))).toEqual([]);
});

test('each number of a test is that of a sync rule', () => {
  expect(tested.filter(({ rule }) => !rules.includes(rule))).toEqual([]);
});
