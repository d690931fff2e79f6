import * as fc from 'fast-check';
import type { CalendarDay } from '#src/domain/calendar-day.ts';
import { COLORS } from '#src/domain/colors.ts';
import type { Mutation } from '#src/mutators/index.ts';
import { sampleId } from './samples.ts';

// Few of each, so that mutations meet: the same task edited and deleted, the same name chosen twice.
const collectionId = fc.integer({ min: 1, max: 3 }).map((n) => sampleId('collection', n));
const taskId = fc.integer({ min: 1, max: 5 }).map((n) => sampleId('task', n));
const collectionName = fc.constantFrom('Home', 'home', 'Work/Home', '100 %');
const day = fc.constantFrom('2026-06-14', '2026-06-15', '2026-06-16') as fc.Arbitrary<CalendarDay>;
const color = fc.constantFrom(...COLORS.map(({ hex }) => hex));
const position = fc.constantFrom(-1.5, 0, 7, 7.25, 1e300);
const at = fc.integer({ min: 0, max: 20 });
const taskFields = {
  name: fc.constantFrom('Water', 'Weed', 'Naïve 🌻'),
  description: fc.constantFrom('', 'Slowly'),
  date: day,
  collectionId,
  priority: fc.constantFrom(1, 2, 4),
};

/** Of an app that knows no priority. */
const { priority: _, ...olderFields } = taskFields;

function call<Args>(name: string, args: { [K in keyof Args]: fc.Arbitrary<Args[K]> }) {
  return fc.record({ name: fc.constant(name), args: fc.record(args) });
}

const anyCall = fc.oneof(
  { arbitrary: call('collection.add', { id: collectionId, name: collectionName, color, at }), weight: 4 },
  {
    arbitrary: call('collection.edit', {
      id: collectionId,
      changes: fc.record({ name: collectionName, color, position }, { requiredKeys: [] }),
      at,
    }),
    weight: 2,
  },
  { arbitrary: call('collection.delete', { id: collectionId, at }), weight: 2 },
  { arbitrary: call('collection.restore', { id: collectionId, at }), weight: 2 },
  { arbitrary: call('task.add', { id: taskId, ...taskFields, at }), weight: 4 },
  { arbitrary: call('task.add', { id: taskId, ...olderFields, at }), weight: 2 },
  {
    arbitrary: call('task.edit', { id: taskId, changes: fc.record(taskFields, { requiredKeys: [] }), at }),
    weight: 4,
  },
  { arbitrary: call('task.complete', { id: taskId, at }), weight: 2 },
  { arbitrary: call('task.reopen', { id: taskId, collectionId, at }), weight: 2 },
  { arbitrary: call('task.delete', { id: taskId, at }), weight: 2 },
  { arbitrary: call('task.restore', { id: taskId, collectionId, at }), weight: 2 },
  {
    arbitrary: call('setting.set', {
      id: fc.constantFrom('theme', 'weekStart'),
      value: fc.constantFrom('', 'dark', 'monday'),
      at,
    }),
    weight: 2,
  },
);

/** Any mutation, with id number `n`. */
export function anyMutation(n: number): fc.Arbitrary<Mutation> {
  return anyCall.map((named) => ({ id: sampleId('mutation', n), ...named }) as Mutation);
}

/** Up to `maxLength` mutations over a few rows, with ids numbered from 1: accepted, without effect and refused ones. */
export function anyMutations(maxLength = 40): fc.Arbitrary<Mutation[]> {
  return fc
    .array(anyCall, { maxLength, size: 'max' })
    .map((calls) => calls.map((named, i) => ({ id: sampleId('mutation', i + 1), ...named }) as Mutation));
}

/** The items cut into pieces of at most `most`, in order, none empty. */
export function pieces<T>(items: readonly T[], cuts: readonly number[], most: number): T[][] {
  const result: T[][] = [];
  for (let start = 0, i = 0; start < items.length; i++) {
    const length = 1 + ((cuts[i % Math.max(cuts.length, 1)] ?? 0) % most);
    result.push(items.slice(start, start + length));
    start += length;
  }
  return result;
}
