import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { CONDITIONS, OPERATORS } from './help-tables.ts';
import { readQuery } from './read.ts';
import { CONTEXT } from '#src/reading/query/testing/arbitrary-query.ts';

const page = await readFile(new URL('../../../docs/query.md', import.meta.url), 'utf8');

/** The rows of the table with this head. */
function rowsBelow(head: string): readonly (readonly string[])[] {
  const lines = page.slice(page.indexOf(head)).split('\n\n', 1)[0]?.split('\n').slice(2) ?? [];
  return lines.map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll(String.raw`\|`, '|')),
  );
}

test('[V1] the help in the app and the page of the language have the same tables', () => {
  expect(rowsBelow('| condition | tasks that match |')).toEqual(CONDITIONS.flatMap(({ rows }) => rows));
  expect(rowsBelow('| operator | meaning |')).toEqual(OPERATORS);
});

const collections = ['Work', 'Garden club'].map((name, index) => ({ id: `${index}`, name, parentId: null }));
const context = {
  ...CONTEXT,
  collections,
  sections: [{ id: 's', name: 'Ideas', collectionId: '0' }],
  labels: [{ id: 'l', name: 'waiting' }],
};
const examples = CONDITIONS.flatMap(({ rows }) => rows)
  .flatMap(([typed]) => [...typed.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''))
  .map((example) => example.replace(/\bD\b/, 'friday'));

test.each(examples)('[V1] the help names %s, and a query may say it', (example) => {
  expect(readQuery(example, context)).toHaveProperty('query');
});
