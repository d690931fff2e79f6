import * as fc from 'fast-check';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { COLORS } from '#src/domain/colors.ts';
import type { Mutation } from '#src/tables/operations.ts';
import { PLAIN_NAMES, plainTable, type PlainName } from './plain-tables.ts';
import { DISMISSALS, PROPOSAL, sampleId } from './samples.ts';

// Few ids of each kind, so that mutations meet: the same task edited and deleted, the same name chosen twice.
const collectionId = fc.integer({ min: 1, max: 3 }).map((n) => sampleId('collection', n));
const taskId = fc.integer({ min: 1, max: 7 }).map((n) => sampleId('task', n));
const occurrenceId = fc.integer({ min: 1, max: 5 }).map((n) => sampleId('task', n));
/** Tasks that never become an occurrence. Their notes have more lines. */
const notedId = fc.integer({ min: 6, max: 7 }).map((n) => sampleId('task', n));
const notes = fc.constantFrom(
  '',
  'Slowly',
  '- [x] Slowly\n- [ ] Gently',
  '1 open\n2 open',
  '1 done\n2 open',
  '1 open\n2 done',
);
const collectionName = fc.constantFrom('Home', 'home', 'Work/Home', '100 %');
const day = fc.constantFrom('2026-06-14', '2026-06-15', '2026-06-16') as fc.Arbitrary<CalendarDay>;
const color = fc.constantFrom(...COLORS.map(({ hex }) => hex));
const sectionId = fc.integer({ min: 1, max: 2 }).map((n) => sampleId('section', n));
const reminderId = fc.integer({ min: 1, max: 2 }).map((n) => sampleId('reminder', n));
const proposalId = fc.integer({ min: 1, max: 2 }).map((n) => sampleId('proposal', n));
const items = fc.subarray([1, 2, 3].map((n) => sampleId('item', n))).map((ids) => ids.join(' '));
const flag = fc.constantFrom(0, 1);
const orNone = <T>(of: fc.Arbitrary<T>) => fc.option(of, { freq: 3 });
const place = fc.constantFrom('', 'B', 'BV', 'c');
const position = fc.constantFrom(-1.5, 0, 7, 7.25, 1e300);
const at = fc.integer({ min: 0, max: 20 });
/** The fields that an older app knows. */
const olderFields = {
  name: fc.constantFrom('Water', 'Weed', 'Naïve 🌻'),
  description: notes,
  date: day,
  collectionId,
};
const taskFields = {
  ...olderFields,
  date: orNone(day),
  priority: fc.constantFrom(1, 2, 4),
  time: orNone(fc.constantFrom('09:00', '23:59')),
  duration: orNone(fc.constantFrom(1, 90)),
  deadline: orNone(day),
  parentId: orNone(taskId),
  sectionId: orNone(sectionId),
  place,
  dayPlace: place,
  repeat: orNone(fc.constantFrom('FREQ=DAILY', 'FREQ=SECONDLY;X-MOON=1')),
};
const timeAbove = { seriesId: orNone(taskId), due: orNone(day), cycleAt: orNone(at) };
const labels = fc.subarray([sampleId('label', 1), sampleId('label', 2)]).map((ids) => ids.join(' '));
const collectionFields = {
  name: collectionName,
  color,
  parentId: orNone(collectionId),
  archivedAt: orNone(at),
  isFavourite: fc.constantFrom(0, 1),
};

function call<Args>(name: string, args: { [K in keyof Args]: fc.Arbitrary<Args[K]> }) {
  return fc.record({ name: fc.constant(name), args: fc.record(args) });
}

/** The calls of a plain table, with weights. */
function plainCalls(table: PlainName) {
  const id = fc.integer({ min: 1, max: 2 }).map((n) => sampleId(table, n));
  const fields = Object.fromEntries(
    Object.entries<readonly unknown[]>(plainTable(table).values).map(([name, values]) => [
      name,
      fc.constantFrom(...values),
    ]),
  );
  const changes = fc.record(fields, { requiredKeys: [] });
  return [
    { arbitrary: call(`${table}.add`, { id, ...fields, at }), weight: 2 },
    { arbitrary: call(`${table}.edit`, { id, changes, at }), weight: 1 },
    { arbitrary: call(`${table}.delete`, { id, at }), weight: 1 },
    { arbitrary: call(`${table}.restore`, { id, at }), weight: 1 },
  ];
}

const anyCall = fc.oneof(
  ...PLAIN_NAMES.flatMap(plainCalls),
  { arbitrary: call('collection.add', { id: collectionId, name: collectionName, color, at }), weight: 4 },
  {
    arbitrary: call('collection.edit', {
      id: collectionId,
      changes: fc.record({ ...collectionFields, position }, { requiredKeys: [] }),
      at,
    }),
    weight: 2,
  },
  { arbitrary: call('collection.delete', { id: collectionId, at }), weight: 2 },
  { arbitrary: call('collection.restore', { id: collectionId, at }), weight: 2 },
  { arbitrary: call('collection.add', { id: collectionId, ...collectionFields, at }), weight: 1 },
  {
    arbitrary: call('section.add', { id: sectionId, collectionId, name: collectionName, place, at }),
    weight: 2,
  },
  {
    arbitrary: call('section.edit', {
      id: sectionId,
      changes: fc.record({ name: collectionName, place }, { requiredKeys: [] }),
      at,
    }),
    weight: 1,
  },
  { arbitrary: call('section.delete', { id: sectionId, at }), weight: 1 },
  { arbitrary: call('section.restore', { id: sectionId, at }), weight: 1 },
  { arbitrary: call('task.label', { id: taskId, add: labels, remove: labels, at }), weight: 2 },
  { arbitrary: call('task.add', { id: taskId, ...taskFields, labels, at }), weight: 6 },
  { arbitrary: call('task.add', { id: taskId, ...olderFields, at }), weight: 3 },
  {
    arbitrary: call('task.edit', { id: taskId, changes: fc.record(taskFields, { requiredKeys: [] }), at }),
    weight: 4,
  },
  {
    arbitrary: call('task.edit', {
      id: notedId,
      changes: fc.record(
        { description: notes, priority: taskFields.priority },
        { requiredKeys: ['description'] },
      ),
      base: notes,
      at,
    }),
    weight: 2,
  },
  { arbitrary: call('task.complete', { id: taskId, at }), weight: 2 },
  { arbitrary: call('task.complete', { id: taskId, ...timeAbove, at }), weight: 1 },
  { arbitrary: call('task.reopen', { id: taskId, collectionId, ...timeAbove, at }), weight: 1 },
  {
    arbitrary: call('task.advance', {
      id: taskId,
      due: day,
      now: day.map((today) => `${today}T12:00`),
      occurrenceId: orNone(occurrenceId),
      steps: fc.constantFrom('', '- [x] Weed'),
      renews: flag,
      at,
    }),
    weight: 3,
  },
  {
    arbitrary: call('task.turn', {
      id: taskId,
      occurrenceId: orNone(taskId),
      isThere: flag,
      changes: fc.record(
        {
          date: day,
          time: taskFields.time,
          zone: orNone(fc.constant('Asia/Tokyo')),
          repeat: taskFields.repeat,
          repeatFrom: fc.constant('date'),
          deadline: orNone(day),
          description: olderFields.description,
          cycleAt: orNone(at),
          completedAt: orNone(at),
          doneIn: orNone(at),
        },
        { requiredKeys: [] },
      ),
      below: fc.array(
        fc.record({
          id: taskId,
          changes: fc.record({ date: day, deadline: orNone(day), cycleAt: orNone(at) }, { requiredKeys: [] }),
          left: fc.record(
            { date: orNone(day), deadline: orNone(day), repeat: taskFields.repeat, cycleAt: orNone(at) },
            { requiredKeys: [] },
          ),
        }),
        { maxLength: 3 },
      ),
      at,
    }),
    weight: 2,
  },
  { arbitrary: call('task.reopen', { id: taskId, collectionId, at }), weight: 2 },
  { arbitrary: call('task.delete', { id: taskId, at }), weight: 2 },
  { arbitrary: call('task.purge', { id: taskId, at }), weight: 1 },
  { arbitrary: call('collection.purge', { id: collectionId, at }), weight: 1 },
  { arbitrary: call('task.restore', { id: taskId, collectionId, at }), weight: 2 },
  {
    arbitrary: call('setting.set', {
      id: fc.constantFrom('theme', 'weekStart'),
      value: fc.constantFrom('', 'dark', 'monday'),
      at,
    }),
    weight: 2,
  },
  {
    arbitrary: call('reminder.add', { id: reminderId, taskId, minutesBefore: fc.constantFrom(0, 10), at }),
    weight: 2,
  },
  { arbitrary: call('reminder.add', { id: reminderId, taskId, remindAt: at, at }), weight: 1 },
  { arbitrary: call('reminder.delete', { id: reminderId, at }), weight: 1 },
  { arbitrary: call('reminder.restore', { id: reminderId, at }), weight: 1 },
  {
    arbitrary: fc
      .tuple(proposalId, at)
      .map(([id, at]) => ({ name: 'proposal.add', args: { ...PROPOSAL, id, at } })),
    weight: 2,
  },
  {
    arbitrary: call('proposal.decide', { id: proposalId, accept: items, decline: items, reopen: items, at }),
    weight: 2,
  },
  { arbitrary: call('proposal.delete', { id: proposalId, at }), weight: 1 },
  { arbitrary: call('proposal.restore', { id: proposalId, at }), weight: 1 },
  {
    arbitrary: fc
      .tuple(fc.constantFrom(...DISMISSALS), at)
      .map(([dismissal, at]) => ({ name: 'dismissal.add', args: { ...dismissal, at } })),
    weight: 2,
  },
  {
    arbitrary: call('dismissal.remove', { id: fc.constantFrom(...DISMISSALS.map(({ id }) => id)), at }),
    weight: 1,
  },
);

/** Any mutation, with id number `n`. */
export function anyMutation(n: number): fc.Arbitrary<Mutation> {
  return anyCall.map((named) => ({ id: sampleId('mutation', n), ...named }) as Mutation);
}

/**
 * Up to `maxLength` mutations of a few rows, with ids numbered from 1. Some are accepted, some are rejected, and some
 * have no effect.
 */
export function anyMutations(maxLength = 40): fc.Arbitrary<Mutation[]> {
  return fc
    .array(anyCall, { maxLength, size: 'max' })
    .map((calls) => calls.map((named, i) => ({ id: sampleId('mutation', i + 1), ...named }) as Mutation));
}

/** Cuts the items, in order, into non-empty pieces of up to `most`. */
export function pieces<T>(items: readonly T[], cuts: readonly number[], most: number): T[][] {
  const result: T[][] = [];
  for (let start = 0, i = 0; start < items.length; i++) {
    const length = 1 + ((cuts[i % Math.max(cuts.length, 1)] ?? 0) % most);
    result.push(items.slice(start, start + length));
    start += length;
  }
  return result;
}
