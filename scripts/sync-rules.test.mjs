import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { MUTATORS } from '#src/tables/operations.ts';

const cwd = fileURLToPath(new URL('..', import.meta.url));
const read = (path) => readFileSync(`${cwd}/${path}`, 'utf8');
const ruleOf = (number) => number.split('.')[0];

const document = read('docs/sync-spec.md');
/** The numbers of the built rules; the first words of any other one say that it is not built. */
const rules = [...document.matchAll(/^\*\*(W\d+) [^*]+\*\*(?! Not built yet\.)/gmu)].map(([, rule]) => rule);
/** The numbers of their parts, such as W4.1. */
const parts = [...document.matchAll(/^- \*\*(W\d+\.\d+)\*\* /gmu)].map(([, part]) => part);
const tested = globSync(['{src,scripts,e2e,bench}/**/*.test.{ts,tsx,mjs}'], { cwd }).flatMap((path) =>
  [...read(path).matchAll(/\[(W\d+(?:\.\d+)?)\]/gu)].map(([, number]) => ({ number, path })),
);

test('each sync rule has a test with its number', () => {
  expect(rules.length).toBeGreaterThan(14);
  expect(rules.filter((rule) => !tested.some(({ number }) => ruleOf(number) === rule))).toEqual([]);
});

test('each number in the name of a test is that of a sync rule, or of a part of one', () => {
  expect(tested.filter(({ number }) => ![...rules, ...parts].includes(number))).toEqual([]);
});

test('the parts of a sync rule are numbered from 1, without a gap', () => {
  const ruled = [...new Set(parts.map(ruleOf))];
  const numbered = ruled.flatMap((rule) =>
    parts.filter((part) => ruleOf(part) === rule).map((_, at) => `${rule}.${at + 1}`),
  );

  expect(rules).toEqual(expect.arrayContaining(ruled));
  expect(parts).toEqual(numbered);
});

test('the operations of the document are the mutators', () => {
  const operations = [...document.matchAll(/^\| `([a-z]+\.[a-z]+) /gmu)].map(([, name]) => name);
  expect(operations).toEqual(Object.keys(MUTATORS));
});
