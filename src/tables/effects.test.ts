import { expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { TimeOfDay } from '#src/domain/time/time-of-day.ts';
import { occurrenceIdOf } from '#src/domain/repeat/occurrence-id.ts';
import { MutationRejected } from '#src/domain/errors.ts';
import { TABLE_NAMES, type AnyRow, type TableName } from './tables.ts';
import { changedColumns, withoutDefaults } from '#src/tables/kit/row.ts';
import { DISMISSALS, overlayOver, sampleId } from '#src/sync/testing/samples.ts';
import { EFFECTS } from './effects.ts';
import { mutationOf, MUTATORS, type Operation } from './operations.ts';
import { listsOf, type RowChange, type RowChanges } from '#src/tables/kit/overlay.ts';

const DAY = '2026-06-15' as CalendarDay;
const [home, work, deep, deeper] = [1, 2, 3, 4].map((n) => sampleId('collection', n)) as [
  string,
  string,
  string,
  string,
];
const [kitchen, bath] = [1, 2].map((n) => sampleId('section', n)) as [string, string];
const [calm, urgent] = [1, 2].map((n) => sampleId('label', n)) as [string, string];
const [sieve] = [1].map((n) => sampleId('filter', n)) as [string];
const [plan] = [1].map((n) => sampleId('proposal', n)) as [string];
const [first, second] = [1, 2].map((n) => sampleId('item', n)) as [string, string];
const [alarm] = [1].map((n) => sampleId('reminder', n)) as [string];
const [water, weed, sow, reap, lone, time1, time2, unknown, time3, below] = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
].map((n) => sampleId('task', n)) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];
const [wording] = DISMISSALS as [(typeof DISMISSALS)[number]];
/** The last due day of the task `time3` in this story, and the row of that time. */
const NEXT = '2026-06-17';
const time4 = occurrenceIdOf(time3, NEXT);

type Step = {
  [N in Operation['name']]: [N, Omit<Extract<Operation, { name: N }>['args'], 'at'>];
}[Operation['name']];

const task = (id: string, more: object = {}): Step => [
  'task.add',
  { id, name: 'Water', description: '- [ ] can', date: DAY, collectionId: home, ...more },
];
const edit = (id: string, changes: object): Step => ['task.edit', { id, changes }];

/** Each operation at least once with an effect and once where something prevents it, a minute apart. */
const STORY: readonly Step[] = [
  ['collection.add', { id: home, name: 'Home', color: '#FFCC33' }],
  ['collection.add', { id: work, name: 'Work', color: '#63B76C', parentId: home }],
  ['collection.add', { id: deep, name: 'Work', color: '#63B76C' }],
  ['collection.add', { id: deep, name: 'Deep', color: '#63B76C', parentId: work }],
  ['collection.add', { id: deeper, name: 'Deeper', color: '#63B76C', parentId: deep }],
  ['collection.edit', { id: home, changes: { parentId: deep } }],
  [
    'collection.edit',
    { id: home, changes: { name: ' Home ', position: 7.5, isFavourite: 1, layout: 'board' } },
  ],
  ['collection.edit', { id: deep, changes: { parentId: null, archivedAt: 5 } }],
  ['section.add', { id: kitchen, collectionId: home, name: 'Kitchen', place: 'B' }],
  ['section.add', { id: bath, collectionId: home, name: 'Kitchen', place: 'C' }],
  ['section.add', { id: bath, collectionId: work, name: 'Bath', place: 'C' }],
  ['section.edit', { id: bath, changes: { name: 'Bathroom', place: 'BV' } }],
  ['label.add', { id: calm, name: 'calm', color: '#FFCC33' }],
  ['label.add', { id: urgent, name: 'urgent', color: '#FF355E' }],
  ['label.edit', { id: urgent, changes: { name: 'calm' } }],
  ['label.edit', { id: urgent, changes: { name: 'soon' } }],
  ['filter.add', { id: sieve, name: 'Soon', query: '@soon' }],
  ['filter.edit', { id: sieve, changes: { query: '@soon & today' } }],
  ['setting.set', { id: 'theme', value: 'dark' }],
  ['setting.set', { id: 'theme', value: 'light' }],
  ['dismissal.add', wording],
  ['dismissal.remove', { id: wording.id }],
  ['dismissal.add', wording],
  task(water, { time: '09:00', deadline: '2026-06-16', repeat: 'FREQ=WEEKLY;BYDAY=MO,TH', labels: calm }),
  task(weed, { parentId: water, date: '2026-06-16' as CalendarDay, time: '10:00' }),
  task(sow, { parentId: weed, date: null }),
  task(reap, { repeat: 'FREQ=MONTHLY;COUNT=2', repeatFrom: 'completion', sectionId: kitchen }),
  task(lone, {
    collectionId: work,
    sectionId: bath,
    priority: 1,
    duration: 30,
    zone: 'Asia/Tokyo',
    time: '08:00',
  }),
  task(lone),
  task(unknown, { collectionId: sampleId('collection', 9) }),
  ['reminder.add', { id: alarm, taskId: water, minutesBefore: 10 }],
  ['reminder.add', { id: sampleId('reminder', 2), taskId: unknown, minutesBefore: 10 }],
  edit(water, { name: 'Water all', priority: 2, place: 'BV' }),
  edit(water, { parentId: sow }),
  edit(lone, { date: null }),
  edit(lone, { date: '2026-06-20', repeat: 'FREQ=DAILY' }),
  edit(unknown, { name: 'Nothing' }),
  ['task.label', { id: water, add: urgent, remove: calm }],
  ['task.label', { id: water, add: urgent, remove: '' }],
  ['task.complete', { id: sow }],
  ['task.complete', { id: weed }],
  ['task.advance', { id: water, due: '2026-06-15', now: '2026-06-15T11:00', occurrenceId: time1 }],
  ['task.advance', { id: water, due: '2026-06-15', now: '2026-06-15T11:00', occurrenceId: time2 }],
  ['task.advance', { id: water, due: '2026-06-18', now: '2026-07-02T11:00' }],
  ['task.turn', { id: water, occurrenceId: time1, isThere: 0, changes: { date: DAY, cycleAt: null } }],
  [
    'task.turn',
    { id: water, occurrenceId: time1, isThere: 1, changes: { date: '2026-06-18' as CalendarDay } },
  ],
  ['task.advance', { id: reap, due: DAY, now: '2026-06-20T11:00', occurrenceId: time2 }],
  ['task.complete', { id: reap }],
  ['task.complete', { id: unknown }],
  ['task.reopen', { id: reap, collectionId: work }],
  ['task.reopen', { id: weed, collectionId: work }],
  edit(weed, { collectionId: work }),
  edit(sow, { parentId: null }),
  ['task.delete', { id: weed }],
  edit(weed, { name: 'Weed' }),
  ['task.restore', { id: weed, collectionId: sampleId('collection', 9) }],
  ['task.restore', { id: weed, collectionId: home }],
  ['task.delete', { id: sow }],
  ['task.purge', { id: sow }],
  ['task.restore', { id: sow, collectionId: home }],
  task(time3, {
    time: '09:00',
    deadline: '2026-06-16',
    repeat: 'FREQ=DAILY',
    description: '- [x] can\n- [ ] hose',
  }),
  task(below, { parentId: time3, deadline: DAY }),
  [
    'task.advance',
    { id: time3, due: DAY, now: '2026-06-16T11:00', occurrenceId: sampleId('task', 11), renews: 1 },
  ],
  [
    'task.turn',
    {
      id: time3,
      occurrenceId: sampleId('task', 11),
      isThere: 0,
      changes: {
        date: DAY,
        deadline: '2026-06-16' as CalendarDay,
        description: '- [x] can\n- [ ] hose',
        cycleAt: null,
      },
      below: [{ id: below, changes: { date: DAY, deadline: DAY } }],
    },
  ],
  ['task.edit', { id: below, changes: { description: '- [x] can' }, base: '- [ ] can' }],
  ['task.edit', { id: below, changes: { description: '- [ ] can\nand hose' }, base: '- [ ] can' }],
  ['task.edit', { id: below, changes: { description: 'hose' }, base: '- [ ] can' }],
  ['section.delete', { id: kitchen }],
  ['section.restore', { id: kitchen }],
  ['label.delete', { id: calm }],
  ['label.restore', { id: calm }],
  ['filter.delete', { id: sieve }],
  ['filter.edit', { id: sieve, changes: { name: 'Later' } }],
  ['filter.restore', { id: sieve }],
  ['reminder.delete', { id: alarm }],
  ['reminder.restore', { id: alarm }],
  ['collection.delete', { id: work }],
  ['collection.restore', { id: work }],
  ['collection.delete', { id: work }],
  ['collection.purge', { id: work }],
  ['collection.restore', { id: work }],
  ['collection.add', { id: work, name: 'Work again', color: '#63B76C' }],
  task(sampleId('task', 12), { date: null, time: '09:00', zone: 'Asia/Tokyo', repeat: 'FREQ=DAILY' }),
  edit(sampleId('task', 12), { time: '09:00', repeat: 'FREQ=DAILY', repeatDue: DAY }),
  edit(sampleId('task', 12), { date: DAY, zone: 'Asia/Tokyo', repeatDue: DAY }),
  ['task.complete', { id: below, seriesId: time3, due: NEXT }],
  ['task.reopen', { id: below, collectionId: home, seriesId: time3, due: NEXT }],
  ['task.advance', { id: time3, due: NEXT, now: `${NEXT}T08:00`, occurrenceId: time4, steps: '- [ ] Water' }],
  ['task.complete', { id: below, seriesId: time3, due: NEXT }],
  ['task.reopen', { id: below, collectionId: home, seriesId: time3, due: NEXT }],
  [
    'task.turn',
    {
      id: sampleId('task', 12),
      occurrenceId: null,
      changes: {
        date: DAY,
        time: '09:00' as TimeOfDay,
        zone: 'Asia/Tokyo',
        repeat: 'FREQ=DAILY',
        repeatFrom: 'completion',
        repeatDue: DAY,
        cycleAt: null,
      },
    },
  ],
  [
    'proposal.add',
    {
      id: plan,
      name: 'Tidy up',
      program: 'Librarian',
      tokenId: sampleId('item', 9),
      expiresAt: 9e9,
      items: '[]',
    },
  ],
  ['proposal.decide', { id: plan, accept: first, decline: second }],
  ['proposal.decide', { id: plan, decline: first }],
  ['proposal.decide', { id: plan, decline: first, reopen: `${first} ${second}` }],
  ['proposal.decide', { id: plan, accept: first }],
  ['proposal.decide', { id: plan, accept: first, reopen: first }],
  ['proposal.delete', { id: plan }],
  ['proposal.decide', { id: plan, accept: first }],
  ['proposal.restore', { id: plan }],
  ['proposal.restore', { id: sampleId('proposal', 2) }],
];

/** The text of an outcome in the file: the non-default columns of a new row, and the changed columns of a known row. */
function outcomeOf(changes: RowChanges): string {
  const rows = TABLE_NAMES.flatMap((table) =>
    [...changesIn(changes, table)].map(([id, { before, after }]) => {
      if (!after) return `${table} ${id} is gone`;
      const told = before ? changedColumns(before, after) : withoutDefaults(table, after);
      return `${table} ${id} ${JSON.stringify(told)}`;
    }),
  );
  return rows.length === 0 ? 'nothing' : rows.join('\n  ');
}

function changesIn(changes: RowChanges, table: TableName): ReadonlyMap<string, RowChange<AnyRow>> {
  return changes[table];
}

/** Writes the ids of samples as their numbers. */
function short(text: string): string {
  return text.replaceAll(/[\da-f]{8}-0000-7000-8000-0+(?=[1-9])/g, '#');
}

function tell(): string {
  const overlay = overlayOver();
  const told = STORY.map(([name, args], place) => {
    const operation = { name, args: { ...args, at: place * 60_000 } } as Operation;
    const call = `${name} ${JSON.stringify(args)}`;
    try {
      return `${call}\n  ${outcomeOf(overlay.run(mutationOf(sampleId('mutation', place), operation)))}`;
    } catch (error) {
      if (error instanceof MutationRejected) return `${call}\n  ${error.code}`;
      throw error;
    }
  });
  const rows = Object.values(listsOf(overlay.changed as never)).flat().length;
  return short(`${told.join('\n')}\n${rows} rows\n`);
}

test('[W19] no mutator changes its effects: other effects need another EFFECTS, and get a file of their own', async () => {
  await expect(tell()).toMatchFileSnapshot(`testing/effects-${EFFECTS}.txt`);
});

test('[W19] the story has operations of all mutators', () => {
  expect(new Set(STORY.map(([name]) => name))).toEqual(new Set(Object.keys(MUTATORS)));
});
