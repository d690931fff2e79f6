import { expect, test } from 'vitest';
import type { KeptImport } from '#src/reading/history/take-back-import.ts';
import { keptText } from './kept-text.ts';

const kept = (table: KeptImport['table'], why: KeptImport['why']): KeptImport => ({ table, id: 'x', why });

test('[I6] the rows that stay are told by kind, with what they stand in', () => {
  expect(keptText([])).toBe('');
  expect(keptText([kept('task', 'changed')])).toBe('1 task was changed since and stays.');
  expect(
    keptText([
      kept('task', 'changed'),
      kept('task', 'changed'),
      kept('label', 'changed'),
      kept('collection', 'used'),
      kept('task', 'used'),
    ]),
  ).toBe('2 tasks and 1 label were changed since and stay, with 1 task and 1 collection that they need.');
  expect(keptText([kept('task', 'changed'), kept('collection', 'used')])).toBe(
    '1 task was changed since and stays, with 1 collection that it needs.',
  );
  expect(keptText([kept('collection', 'used')])).toBe('1 collection stays, since your own tasks need it.');
  expect(keptText([kept('collection', 'used'), kept('label', 'used')])).toBe(
    '1 collection and 1 label stay, since your own tasks need them.',
  );
});
