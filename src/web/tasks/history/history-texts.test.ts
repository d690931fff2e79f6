import { expect, test } from 'vitest';
import type { HistoryEntry } from '#src/reading/history/history.ts';
import { rowHistoriesOf } from '#src/reading/history/row-history.ts';
import { addCollection, addTask, mutation, overlayOver, sampleId, task } from '#src/sync/testing/samples.ts';
import { withNewest } from './history-feed.ts';
import { standingOf } from './standing.ts';
import { takenBackText } from './taken-back-text.ts';

const kept = (why: 'changed' | 'gone' | 'home', n: number) =>
  ({ table: 'task', id: sampleId('task', n), why }) as const;

test('[H2] taking back says what stays, and why', () => {
  expect(takenBackText({ kept: [], rejected: [] })).toEqual({ done: 'Taken back', stays: '' });
  expect(
    takenBackText({
      kept: [kept('changed', 1), kept('changed', 1), kept('gone', 2), kept('gone', 3), kept('home', 4)],
      rejected: [{ name: 'label.restore', args: { id: sampleId('label', 1), at: 1 } }],
    }).stays,
  ).toBe(
    'Not taken back: 1 was changed again since, 2 were deleted for good, 1 is in a deleted collection and 1 cannot be brought back now.',
  );
});

test('[H2] a change is open, taken back, changed again, or of a row that is gone', () => {
  const overlay = overlayOver();
  for (const add of [addCollection(1), addTask(2, task(1, { name: 'Sweep' }))]) overlay.run(add);
  const id = sampleId('task', 1);
  const rename = (n: number, name: string) =>
    rowHistoriesOf(overlay.run(mutation(n, 'task.edit', { id, changes: { name }, at: n })));
  const standing = (rows: ReturnType<typeof rename>) =>
    standingOf(rows, (table, of) => overlay.get(table, of));
  const dusted = rename(10, 'Dust');

  expect(standing(dusted)).toBe('open');
  rename(11, 'Sweep');
  expect(standing(dusted)).toBe('back');
  rename(12, 'Mop');
  expect(standing(dusted)).toBe('changed');
  overlay.run(mutation(13, 'task.delete', { id, at: 13 }));
  overlay.run(mutation(14, 'task.purge', { id, at: 14 }));
  expect(standing(dusted)).toBe('gone');
});

test('[H4] the newest page goes before the older entries that are loaded, and replaces those it has too', () => {
  const entry = (n: number, at = n): HistoryEntry => ({
    cursor: `${n}.0`,
    at,
    source: 'Import',
    operation: 'task.add',
    rows: [],
  });
  const [first, second, third, fourth] = [entry(1), entry(2), entry(3), entry(4)];
  const loaded = { entries: [third, second, first], next: '1.0' };
  const again = entry(3, 99);

  expect(withNewest(loaded, { entries: [fourth, again], next: '3.0' })).toEqual({
    entries: [fourth, again, second, first],
    next: '1.0',
  });
  // Others may be between.
  expect(withNewest(loaded, { entries: [fourth], next: '4.0' })).toEqual({ entries: [fourth], next: '4.0' });
  expect(withNewest(loaded, { entries: [], next: null })).toEqual({ entries: [], next: null });
  expect(withNewest({ entries: null, next: null }, { entries: [first], next: null }).entries).toEqual([
    first,
  ]);
});
