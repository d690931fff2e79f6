import { expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { Place } from '#src/domain/place.ts';
import type { HistoryEntry } from '#src/reading/history/history.ts';
import { rowHistoriesOf } from '#src/reading/history/row-history.ts';
import {
  addCollection,
  addTask,
  collection,
  mutation,
  overlayOver,
  sampleId,
  task,
} from '#src/sync/testing/samples.ts';
import type { Operation } from '#src/tables/operations.ts';
import { historyNamesOf } from '#src/web/data/history-names.ts';
import { shortDay } from '#src/web/ui/friendly-day.ts';
import { sentenceOf, tellEntry, tellTogether, type Told } from './told.ts';

const today = '2026-11-27' as CalendarDay;
const sweep = sampleId('task', 1);
const home = sampleId('collection', 1);

/** Tells of operations as the history does that a server would keep of them. */
function storyIn(source = 'Firefox on Windows') {
  const overlay = overlayOver();
  const names = historyNamesOf(overlay, today, 24);
  let n = 100;
  const entryOf = (operation: Operation): HistoryEntry => {
    n += 1;
    const rows = rowHistoriesOf(overlay.run(mutation(n, operation.name, operation.args)));
    return { cursor: `${n}.0`, at: n, source, operation: operation.name, rows };
  };
  const tell = (operation: Operation, about?: string) => tellEntry(entryOf(operation), names, about);
  for (const add of [
    addCollection(1, collection(1, { name: 'Home' })),
    addCollection(2, collection(2, { name: 'Work' })),
    addTask(3, task(1, { name: 'Sweep', date: null, collectionId: home })),
  ])
    overlay.run(add);
  const edit = (changes: object) => tell({ name: 'task.edit', args: { id: sweep, changes, at: 9 } });
  return { tell, edit, entryOf, names };
}

const on = (day: string) => shortDay(day as CalendarDay, today);
const changesOf = ({ changes }: Told) =>
  changes.map(({ before, after }) => (before === null ? after : `${before} > ${after}`));
const line = (told: Told) => [sentenceOf(told), ...changesOf(told)];

test('[H1] an edit of a task says which kind of change it is, and its values before and after', () => {
  const { edit } = storyIn();

  expect(line(edit({ date: '2026-11-28' }))).toEqual(['You moved Sweep', `no date > ${on('2026-11-28')}`]);
  expect(line(edit({ date: '2026-11-30', time: '14:30' }))).toEqual([
    'You moved Sweep',
    `${on('2026-11-28')} > ${on('2026-11-30')}`,
    'no time > 14:30',
  ]);
  expect(line(edit({ collectionId: sampleId('collection', 2) }))).toEqual(['You moved Sweep', 'Home > Work']);
  expect(line(edit({ priority: 1 }))).toEqual(['You changed the priority of Sweep', 'no priority > p1']);
  expect(line(edit({ deadline: '2026-12-01' }))).toEqual([
    'You changed the deadline of Sweep',
    `no deadline > due ${on('2026-12-01')}`,
  ]);
  expect(line(edit({ repeat: 'FREQ=WEEKLY;BYDAY=MO' }))).toEqual([
    'You changed the repeat of Sweep',
    'no repeat > every Monday',
  ]);
  expect(line(edit({ description: 'Under the bed too' }))).toEqual([
    'You changed the notes of Sweep',
    'no notes > Under the bed too',
  ]);
  expect(line(edit({ name: 'Dust' }))).toEqual(['You renamed Dust', 'Sweep > Dust']);
  expect(line(edit({ name: 'Mop', priority: 2 }))).toEqual(['You changed Mop', 'Dust > Mop', 'p1 > p2']);
  expect(line(edit({ place: 'a5' as Place }))).toEqual(['You moved Mop']);
});

test('[H1] an added task says its collection and the values that it came with', () => {
  const { tell } = storyIn('Import');
  const args = {
    id: sampleId('task', 7),
    name: 'Mop',
    description: '',
    date: today,
    priority: 2 as const,
    at: 9,
  };

  expect(line(tell({ name: 'task.add', args: { ...args, collectionId: home } }))).toEqual([
    'Import added Mop to Home',
    on('2026-11-27'),
    'p2',
  ]);
});

test('[H1] a repeating task that is completed says its next date, a skipped one that it was skipped', () => {
  const { tell, edit } = storyIn();
  edit({ date: '2026-11-27', repeat: 'FREQ=DAILY' });
  const args = { id: sweep, due: '2026-11-27', now: '2026-11-27T10:00', at: 9 };

  expect(line(tell({ name: 'task.advance', args: { ...args, occurrenceId: sampleId('task', 8) } }))).toEqual([
    'You completed one time of Sweep',
    `${on('2026-11-27')} > ${on('2026-11-28')}`,
  ]);
  expect(
    line(tell({ name: 'task.advance', args: { ...args, due: '2026-11-28', now: '2026-11-28T10:00' } })),
  ).toEqual(['You skipped a time of Sweep', `${on('2026-11-28')} > ${on('2026-11-29')}`]);
});

test('[H1] rows of other tables are named with their kind', () => {
  const { tell } = storyIn();
  const label = sampleId('label', 1);
  const section = sampleId('section', 1);
  const reminder = sampleId('reminder', 1);
  const say = (operation: Operation) => line(tell(operation));

  expect(say({ name: 'label.add', args: { id: label, name: 'Errand', color: '#FFCC33', at: 9 } })[0]).toBe(
    'You added the label Errand',
  );
  expect(say({ name: 'task.label', args: { id: sweep, add: label, at: 9 } })).toEqual([
    'You changed the labels of Sweep',
    'no labels > Errand',
  ]);
  expect(
    say({ name: 'section.add', args: { id: section, name: 'Later', collectionId: home, place: '', at: 9 } }),
  ).toEqual(['You added the section Later to Home']);
  expect(
    say({ name: 'reminder.add', args: { id: reminder, taskId: sweep, minutesBefore: 10, at: 9 } }),
  ).toEqual(['You added a reminder to Sweep', '10 minutes before']);
  expect(say({ name: 'setting.set', args: { id: 'theme', value: 'dark', at: 9 } })).toEqual([
    'You changed the setting Theme',
    'Dark',
  ]);
  expect(say({ name: 'collection.edit', args: { id: home, changes: { archivedAt: 5 }, at: 9 } })).toEqual([
    'You archived the collection Home',
  ]);
  expect(say({ name: 'label.delete', args: { id: label, at: 9 } })).toEqual(['You deleted the label Errand']);
});

test('[H1] a text that was deleted for good is in no sentence', () => {
  const { tell, entryOf, names } = storyIn();
  tell({ name: 'task.delete', args: { id: sweep, at: 9 } });
  const purge = entryOf({ name: 'task.purge', args: { id: sweep, at: 10 } });

  expect(line(tellEntry(purge, names))).toEqual(['You deleted a task for good']);
});

test('[H1] the history of a task does not repeat its name', () => {
  const { tell } = storyIn();

  expect(sentenceOf(tell({ name: 'task.complete', args: { id: sweep, at: 9 } }, sweep))).toBe(
    'You completed it',
  );
  const changes = { description: 'Under the bed too' };
  expect(sentenceOf(tell({ name: 'task.edit', args: { id: sweep, changes, at: 9 } }, sweep))).toBe(
    'You changed its notes',
  );
});

test('[H1] entries that came together are one sentence with their number', () => {
  const { entryOf, names } = storyIn('Import');
  const add = (n: number, collectionId: string) =>
    entryOf({
      name: 'task.add',
      args: { id: sampleId('task', n), name: `Task ${n}`, description: '', date: null, collectionId, at: 9 },
    });
  const here = [add(10, home), add(11, home)] as const;

  expect(sentenceOf(tellTogether(here, names))).toBe('Import added 2 tasks to Home');
  expect(sentenceOf(tellTogether([...here, add(12, sampleId('collection', 2))], names))).toBe(
    'Import added 3 tasks to 2 collections',
  );
  const edit = (changes: object) => entryOf({ name: 'task.edit', args: { id: sweep, changes, at: 9 } });
  expect(sentenceOf(tellTogether([edit({ name: 'A' }), edit({ name: 'B' })], names))).toBe(
    'Import renamed B, 2 times',
  );
  expect(sentenceOf(tellTogether([edit({ priority: 1 }), edit({ name: 'C' })], names))).toBe(
    'Import changed C, 2 times',
  );
});

test('[H1] an import is one sentence, also while a part of it is loaded', () => {
  const { entryOf, names } = storyIn('Import');
  const label = (n: number) =>
    entryOf({
      name: 'label.add',
      args: { id: sampleId('label', n), name: `Label ${n}`, color: '#FFCC33', at: 9 },
    });
  const add = entryOf({
    name: 'task.add',
    args: {
      id: sampleId('task', 7),
      name: 'Mop',
      description: '',
      date: null,
      collectionId: home,
      at: 9,
    },
  });
  const complete = entryOf({ name: 'task.complete', args: { id: sampleId('task', 7), at: 9 } });

  expect(sentenceOf(tellTogether([complete, add, label(1), label(2)], names))).toBe(
    'Import added 2 labels and 1 task',
  );
  expect(sentenceOf(tellTogether([label(3), add], names, true))).toBe(
    'Import added 1 label, 1 task and more',
  );
});

test('[H1] a change by a newer app is told without its words', () => {
  const { names } = storyIn();
  const entry = { cursor: '1.0', at: 1, source: 'Sunglow', rows: [] };

  expect(sentenceOf(tellEntry({ ...entry, operation: 'mood.set' as never }, names))).toBe(
    'Sunglow changed something with a newer Sunglow',
  );
});
