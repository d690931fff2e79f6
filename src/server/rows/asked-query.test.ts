import { expect, test } from 'vitest';
import type { QueryContext } from '#src/reading/query/context.ts';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { PlacedTask } from '#src/tables/task/task.ts';
import { collection, task } from '#src/sync/testing/samples.ts';
import { askedQuery, type AskedQuery } from './asked-query.ts';
import { TextSearch } from './text-search.ts';

const contextOf = (collections: number, fields: { name?: string } = {}): QueryContext => ({
  today: '2026-06-15' as CalendarDay,
  readDays: () => null,
  collections: Array.from({ length: collections }, (_, n) => collection(n + 1, fields)),
  sections: [],
  labels: [],
});

const asked = (text: string, search = new TextSearch()) => {
  const query = askedQuery(text, contextOf(1), search);
  if ('problem' in query) throw new Error(query.problem.message);
  return query satisfies AskedQuery;
};

test('conditions that a group has twice are asked once', () => {
  expect(asked(Array(1_000).fill('search: ab').join('|'))).toMatchObject({
    size: 1,
    query: { kind: 'text' },
  });
  expect(asked('p1 & !p2 & (p1 | p3 | p1) & !p2').size).toBe(4);
  expect(asked('p1 | p1 & p1 | !(p2 & p2)')).toEqual({
    ...asked('p1 | !p2'),
    holds: expect.any(Function),
  });
});

test('queries that share a search each find their own texts', () => {
  const search = new TextSearch();
  const [milk, many] = [asked('milk', search), asked('a1|a2|a3|a4|a5|rent', search)];
  const held = (name: string) => {
    const placed: PlacedTask = task(1, { name });
    return [milk.holds(placed), many.holds(placed)];
  };
  expect(held('Buy milk')).toEqual([true, false]);
  expect(held('Pay RENT')).toEqual([false, true]);
  expect(held('Milk a5')).toEqual([true, true]);
});

test('a query with too many names for the rows of the user has a problem, and a long one with few has none', () => {
  const name = '#a|in: a|';
  const problem = 'This query names too many collections, sections or labels for their number.';
  const named = contextOf(5_000, { name: 'a' });
  expect(askedQuery(`${name.repeat(30)}p1`, named)).toMatchObject({ problem: { from: 0, message: problem } });
  expect(askedQuery(`${name.repeat(3)}p1`, named)).not.toHaveProperty('problem');
  expect(askedQuery(`${name.repeat(1_500)}p1`, contextOf(1, { name: 'a' }))).not.toHaveProperty('problem');
});
