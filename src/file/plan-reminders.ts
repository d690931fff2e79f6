import { LIMITS } from '#src/domain/limits.ts';
import { InvalidValue } from '#src/domain/schema/column.ts';
import { readSettable } from '#src/domain/schema/filed.ts';
import { parseArgs, type MutatorArgs, type Operation } from '#src/mutators/index.ts';
import type { Entries } from './entries.ts';
import { idOf, instantOf, type Fields } from './file-fields.ts';

/** Plans what becomes of the reminders of a file. `taskOf`: the id here of a task of the file that is here or is added. */
export function planReminders(
  entries: Entries,
  taskOf: (fileId: string) => string | undefined,
): readonly Operation[] {
  const operations: Operation[] = [];
  const seen = new Set<string>();
  for (const { list, fields, note } of entries.of('reminders')) {
    const fileId = idOf(fields['id']);
    const id = entries.idHere('reminder', fileId);
    const taskId = taskOf(idOf(fields['taskId']));
    if (fileId === '') note('NO_ID');
    else if (seen.has(fileId)) note('TWICE');
    else if (entries.here.get('reminder', id)) note('ALREADY_HERE');
    else if (taskId === undefined) note('NO_TASK');
    else if (entries.here.reminderCount + entries.added[list] >= LIMITS.reminders) note('REMINDER_LIMIT');
    else {
      const args = argsOf(fields, id, taskId, instantOf(fields['createdAt']) ?? entries.start);
      if (!args) note('WRONG_REMINDER');
      else {
        seen.add(fileId);
        entries.added[list] += 1;
        operations.push({ name: 'reminder.add', args });
      }
    }
  }
  return operations;
}

/** Null where it does not say when. */
function argsOf(fields: Fields, id: string, taskId: string, at: number): MutatorArgs<'reminder.add'> | null {
  try {
    return parseArgs('reminder.add', { ...readSettable('reminder', fields), id, taskId, at });
  } catch (error) {
    if (error instanceof InvalidValue) return null;
    throw error;
  }
}
