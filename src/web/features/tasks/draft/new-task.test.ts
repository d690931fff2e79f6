import { expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { Collection } from '#src/tables/collection/collection.ts';
import { proposeTask, withOnlyCollection } from './new-task.ts';

const collections = (...ids: readonly string[]) => ids.map((id) => ({ id, name: id }) as Collection);

test.each([
  { there: ['home'], archived: [], chosen: 'home' },
  { there: ['home', 'work'], archived: [], chosen: '' },
  { there: ['home', 'work'], archived: ['work'], chosen: 'home' },
  { there: [], archived: [], chosen: '' },
])('of $there, with $archived archived, a form begins with "$chosen"', ({ there, archived, chosen }) => {
  const isArchived = (id: string) => archived.some((each) => each === id);
  const all = collections(...there);
  const proposal = proposeTask('/app/today', '2026-11-27' as CalendarDay, all, isArchived);
  expect(withOnlyCollection(proposal, all, isArchived).collectionId).toBe(chosen);
});

test('the collection of the page stays chosen', () => {
  const all = collections('home');
  const proposal = proposeTask('/app/project/home', '2026-11-27' as CalendarDay, all, () => false);
  expect(withOnlyCollection(proposal, all, () => false).collectionId).toBe('home');
});
