import { expect, test } from 'vitest';
import { LIMITS } from '#src/domain/limits.ts';
import { InvalidValue } from '#src/tables/kit/column.ts';
import { addCollection, addTask, mutation, overlayOver, sampleId } from '#src/sync/testing/samples.ts';
import { parseArgs, type MutatorArgs } from '#src/tables/operations.ts';
import { inverseOf } from '#src/tables/inverse.ts';
import type { Overlay } from '#src/tables/kit/overlay.ts';

const id = sampleId('reminder', 1);
const taskId = sampleId('task', 1);
const add = (more: Partial<MutatorArgs<'reminder.add'>> = { minutesBefore: 10 }) =>
  mutation(9, 'reminder.add', { id, taskId, ...more, at: 7 });
const remove = { name: 'reminder.delete', args: { id, at: 8 } } as const;
const restore = { name: 'reminder.restore', args: { id, at: 9 } } as const;

function withTask(): Overlay {
  const overlay = overlayOver();
  for (const each of [addCollection(1), addTask(1)]) overlay.run(each);
  return overlay;
}

test('[N1] a reminder has either an instant or minutes before the time of its task, never both or neither', () => {
  const overlay = withTask();
  overlay.run(add({ remindAt: 99 }));
  const kept = { id, taskId, minutesBefore: null, snoozes: null, createdAt: 7, deletedAt: null };
  expect(overlay.get('reminder', id)).toEqual({ ...kept, remindAt: 99 });
  for (const when of [{}, { remindAt: 1, minutesBefore: 1 }, { remindAt: null }, { minutesBefore: -1 }])
    expect(() => parseArgs('reminder.add', { id, taskId, ...when, at: 1 })).toThrow(InvalidValue);
});

test('[N1] a reminder of a missing task is rejected, and a reminder goes and comes back with its task without a write', () => {
  const overlay = overlayOver();
  expect(() => overlay.run(add())).toThrow(expect.objectContaining({ code: 'GONE' }));
  const there = withTask();
  there.run(add());
  const row = there.get('reminder', id);
  there.run(mutation(10, 'task.delete', { id: taskId, at: 8 }));
  expect(there.get('reminder', id)).toBe(row);
  expect(there.count('reminder')).toBe(1);
});

test('[N1] undo removes an added reminder, and brings a removed one back as it was', () => {
  const overlay = withTask();
  expect(inverseOf(add(), overlay)).toEqual({ name: 'reminder.delete', args: { id, at: 7 } });
  overlay.run(add());
  expect(inverseOf(add(), overlay)).toBeNull();
  const before = overlay.get('reminder', id);
  expect(inverseOf(remove, overlay)).toEqual({ name: 'reminder.restore', args: { id, at: 8 } });
  overlay.run(mutation(10, remove.name, remove.args));
  expect([overlay.count('reminder'), inverseOf(remove, overlay)]).toEqual([0, null]);
  expect(inverseOf(restore, overlay)).toEqual({ name: 'reminder.delete', args: { id, at: 9 } });
  overlay.run(mutation(11, restore.name, restore.args));
  expect(overlay.get('reminder', id)).toEqual(before);
});

test('[N1] reminders have a limit, and a purged reminder does not come back', () => {
  const full = overlayOver(undefined, { reminder: LIMITS.reminders });
  for (const each of [addCollection(1), addTask(1)]) full.run(each);
  expect(() => full.run(add())).toThrow(expect.objectContaining({ code: 'REMINDER_LIMIT' }));
  const unknown = mutation(10, restore.name, restore.args);
  expect(() => withTask().run(unknown)).toThrow(expect.objectContaining({ code: 'REMINDER_GONE' }));
});
