import { beforeAll, expect, test, vi } from 'vitest';
import { parseCalendarDay } from '#src/domain/time/calendar-day.ts';
import type { Mutation } from '#src/tables/operations.ts';
import { collection, sampleId, task } from '#src/sync/testing/samples.ts';
import { asText, describeMutation, type Lookup } from './describe-mutation.ts';

const c1 = sampleId('collection', 1);
const t1 = sampleId('task', 1);
const today = parseCalendarDay('2026-11-22')!;
const date = parseCalendarDay('2026-11-25')!;
const home = collection(1, { name: 'Home', deletedAt: 1 });
const milk = task(1, { name: 'Buy milk', date, deletedAt: 1 });
const callAda = {
  id: sampleId('mutation', 2),
  name: 'task.add' as const,
  args: {
    id: sampleId('task', 2),
    name: 'Call Ada',
    description: 'line 1\nline 2',
    date,
    collectionId: c1,
    at: 0,
  },
};
const known: Lookup = {
  task: (id) => (id === milk.id ? milk : undefined),
  collection: (id) => (id === home.id ? home : undefined),
  rejectedAdd: (id) => (id === callAda.args.id ? callAda : undefined),
  get: () => undefined,
  named: () => undefined,
  rows: () => [],
  isPurged: () => false,
};

beforeAll(() => {
  vi.stubGlobal('navigator', { language: 'en-US' });
});

const text = (mutation: Mutation) => asText(describeMutation(mutation, known, today));

test('an added task is described with all its fields', () => {
  expect(text(callAda)).toBe(
    'Add task “Call Ada”\nDescription: line 1\nline 2\nDate: Wed, Nov 25\nCollection: Home',
  );
});

test('a day of another year is described with its year', () => {
  const args = { id: t1, changes: { date: parseCalendarDay('2027-01-01')! }, at: 0 };
  expect(text({ id: sampleId('mutation', 1), name: 'task.edit', args })).toBe(
    'Edit task “Buy milk”\nDate: Fri, Jan 1, 2027',
  );
});

test('[T8] an edit of a collection names its parent, and whether it is archived or a favorite', () => {
  const tell = (changes: object) =>
    text({ id: sampleId('mutation', 1), name: 'collection.edit', args: { id: c1, changes, at: 0 } });
  expect(tell({ parentId: null, position: 3 })).toBe('Move collection “Home”\nParent: None');
  expect(tell({ parentId: c1 })).toBe('Move collection “Home”\nParent: Home');
  expect(tell({ archivedAt: 5, isFavourite: 1 })).toBe(
    'Edit collection “Home”\nArchived: Yes\nFavorite: Yes',
  );
});

test('an edit names the task, and only the changed fields', () => {
  const args = { id: t1, changes: { name: 'Buy oat milk' }, at: 0 };
  expect(text({ id: sampleId('mutation', 1), name: 'task.edit', args })).toBe(
    'Edit task “Buy milk”\nName: Buy oat milk',
  );
});

test('an edit that clears the description says so; an addition without one does not mention it', () => {
  const args = { id: t1, changes: { description: '' }, at: 0 };
  expect(text({ id: sampleId('mutation', 1), name: 'task.edit', args })).toBe(
    'Edit task “Buy milk”\nDescription: None',
  );
  expect(text({ ...callAda, args: { ...callAda.args, description: '' } })).toBe(
    'Add task “Call Ada”\nDate: Wed, Nov 25\nCollection: Home',
  );
});

test('an unusual priority is described, and so is the return to a usual one', () => {
  expect(text({ ...callAda, args: { ...callAda.args, priority: 1 } })).toContain('\nPriority: 1');
  expect(text({ ...callAda, args: { ...callAda.args, priority: 4 } })).not.toContain('Priority');
  const args = { id: t1, changes: { priority: 4 as const }, at: 0 };
  expect(text({ id: sampleId('mutation', 1), name: 'task.edit', args })).toBe(
    'Edit task “Buy milk”\nPriority: 4',
  );
});

test('a change of a task that was not added has the name that the task was to have', () => {
  const args = { id: callAda.args.id, changes: { name: 'Call Lovelace' }, at: 0 };
  expect(text({ id: sampleId('mutation', 1), name: 'task.edit', args })).toBe(
    'Edit task “Call Ada”\nName: Call Lovelace',
  );
});

test('an unknown row is described as gone', () => {
  expect(
    text({
      id: sampleId('mutation', 1),
      name: 'task.edit',
      args: { id: sampleId('task', 9), changes: { collectionId: sampleId('collection', 9) }, at: 0 },
    }),
  ).toBe('Edit task “a deleted task”\nCollection: a deleted collection');
});

test('a mutation of another version is described with all its texts', () => {
  const args = {
    id: t1,
    label: 'Urgent',
    at: 4,
    changes: { name: 'Buy milk', id: c1, stars: 3 },
    note: null,
  };
  const mutation = { id: sampleId('mutation', 1), name: 'task.label', args } as unknown as Mutation;
  expect(text(mutation)).toBe(
    'A change by another version of Sunglow (task.label)\nlabel: Urgent\nname: Buy milk\nstars: 3\nnote: null',
  );
});

test.each<[Mutation, string]>([
  [
    {
      id: sampleId('mutation', 1),
      name: 'collection.add',
      args: { id: sampleId('collection', 2), name: 'Work', color: '#47ABCC', at: 0 },
    },
    'Add collection “Work”\nColor: Maximum Blue',
  ],
  [
    {
      id: sampleId('mutation', 1),
      name: 'collection.edit',
      args: { id: c1, changes: { name: 'House', color: '#63B76C' }, at: 0 },
    },
    'Edit collection “Home”\nName: House\nColor: Fern',
  ],
  [
    {
      id: sampleId('mutation', 1),
      name: 'collection.edit',
      args: { id: c1, changes: { position: 2 }, at: 0 },
    },
    'Move collection “Home”',
  ],
  [
    { id: sampleId('mutation', 1), name: 'collection.delete', args: { id: c1, at: 0 } },
    'Delete collection “Home”',
  ],
  [
    { id: sampleId('mutation', 1), name: 'collection.restore', args: { id: c1, at: 0 } },
    'Restore collection “Home”',
  ],
  [
    { id: sampleId('mutation', 1), name: 'task.complete', args: { id: t1, at: 0 } },
    'Complete task “Buy milk”',
  ],
  [
    { id: sampleId('mutation', 1), name: 'task.reopen', args: { id: t1, collectionId: c1, at: 0 } },
    'Reopen task “Buy milk”\nCollection: Home',
  ],
  [
    { id: sampleId('mutation', 1), name: 'setting.set', args: { id: 'weekStart', value: 'monday', at: 0 } },
    'Change setting “First day of the week”\nChoice: Monday',
  ],
  [
    {
      id: sampleId('mutation', 1),
      name: 'setting.set',
      args: { id: 'viewToday', value: 'layout:board group:label', at: 0 },
    },
    'Change setting “View of Today”\nChoice: layout: board, group: label',
  ],
  [
    {
      id: sampleId('mutation', 1),
      name: 'collection.edit',
      args: { id: c1, changes: { layout: 'board' }, at: 0 },
    },
    'Edit collection “Home”\nLayout: Board',
  ],
  [{ id: sampleId('mutation', 1), name: 'task.delete', args: { id: t1, at: 0 } }, 'Delete task “Buy milk”'],
  [
    { id: sampleId('mutation', 1), name: 'task.restore', args: { id: t1, collectionId: c1, at: 0 } },
    'Restore task “Buy milk”\nCollection: Home',
  ],
])('%j is described as %j', (mutation, told) => {
  expect(text(mutation)).toBe(told);
});
