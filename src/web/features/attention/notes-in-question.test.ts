import { expect, test } from 'vitest';
import { REJECTIONS } from '#src/domain/errors.ts';
import { LIMITS } from '#src/domain/limits.ts';
import type { Lookup } from './describe-mutation.ts';
import { addCollection, addTask, mutation, overlayOver, sampleId, task } from '#src/sync/testing/samples.ts';
import { reasonOf, resolutionOf, stepsOf } from './resolutions.ts';

const id = sampleId('task', 1);
const collection = { id: task(1).collectionId, deletedAt: null };
const lookup = (description: string) =>
  ({
    task: () => task(1, { description }),
    collection: () => collection,
    get: () => undefined,
    named: () => undefined,
    rows: () => [],
    rejectedAdd: () => undefined,
    isPurged: () => false,
  }) as unknown as Lookup;
const changes = { description: 'a2\nb\nc2', priority: 1 } as const;
const edit = mutation(1, 'task.edit', { id, changes, base: 'a\nb\nc', at: 1 });
const rejection = { mutation: edit, code: 'NOTES_CONFLICT', at: 0 } as const;

test('[T7] notes with a line that both changed wait for a choice, which is sent with the rest of the edit', () => {
  const theirs = 'a3\nB\nc';
  expect(resolutionOf(rejection, lookup(theirs))).toBe('choose');
  expect(reasonOf(rejection, lookup(theirs))).toBe(REJECTIONS.NOTES_CONFLICT);
  for (const [choice, description] of [
    ['mine', 'a2\nB\nc2'],
    ['theirs', 'a3\nB\nc2'],
    ['both', 'a3\na2\nB\nc2'],
  ] as const)
    expect(stepsOf(choice, edit, lookup(theirs), '', 7)).toEqual([
      { name: 'task.edit', args: { id, changes: { description, priority: 1 }, base: theirs, at: 7 } },
    ]);
});

test('[T7] notes that can be merged now are sent again unchanged', () => {
  expect(resolutionOf(rejection, lookup('a\nB\nc'))).toBe('again');
  expect(reasonOf(rejection, lookup('a\nB\nc'))).toContain('can now be merged');
});

test('[T7] both notes that grew too long together are not chosen: the edit waits for another choice, and no text is lost', () => {
  const half = LIMITS.taskDescription / 2;
  const [theirs, mine] = ['b'.repeat(half), 'c'.repeat(half)];
  const long = mutation(1, 'task.edit', { id, changes: { description: mine }, base: 'a', at: 1 });
  const server = overlayOver();
  server.run(addCollection(1));
  server.run(addTask(3, task(1, { description: theirs })));

  const [step] = stepsOf('both', long, lookup(theirs), '', 7);

  expect(() => server.run(mutation(4, 'task.edit', step!.args as never))).toThrow(REJECTIONS.NOTES_CONFLICT);
  expect(server.get('task', id)?.description).toBe(theirs);
});
