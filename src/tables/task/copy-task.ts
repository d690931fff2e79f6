import { withoutDefaults } from '#src/tables/kit/row.ts';
import { settableOf } from '#src/tables/kit/table.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { Rows } from '#src/tables/tables.ts';
import { task as declaration } from './table.ts';
import type { PlacedTask } from './task.ts';

/** The rows that are there, as lists have them (see TaskLists). */
export interface RowsAround {
  readonly task: (id: string) => PlacedTask | undefined;
  /** The ids of the tasks directly below one, in their order. */
  readonly under: (id: string) => readonly string[];
  readonly reminders: (taskId: string) => readonly Rows['reminder'][];
}

const SETTABLE = Object.keys(settableOf(declaration)) as (keyof ReturnType<
  typeof settableOf<typeof declaration.columns>
>)[];

/** The place of a copy. */
type Place = Pick<PlacedTask, 'collectionId' | 'sectionId'>;

/**
 * The operations that add a copy of a task with all tasks below it and their reminders. The copies are open, and those
 * below keep their order. `newId` makes the id of each new row; `at`: now, ms since 1970 UTC; `placeOf`:
 * the place of the copy of a task, by default its own.
 */
export function copyOf(
  task: PlacedTask,
  rows: RowsAround,
  newId: () => string,
  at: number,
  placeOf: (task: PlacedTask) => Place = (each) => each,
): Operation[] {
  const copy = (each: PlacedTask, parentId: string | null): Operation[] => {
    const id = newId();
    const { collectionId, sectionId } = placeOf(each);
    const values = withoutDefaults('task', {
      ...Object.fromEntries(SETTABLE.map((name) => [name, each[name]])),
      sectionId,
      labels: each.labels,
    });
    const { name, description, date } = each;
    return [
      { name: 'task.add', args: { ...values, id, name, description, date, collectionId, parentId, at } },
      ...rows.reminders(each.id).map(({ remindAt, minutesBefore }): Operation => {
        const when = minutesBefore === null ? { remindAt } : { minutesBefore };
        return { name: 'reminder.add', args: { id: newId(), taskId: id, ...when, at } };
      }),
      ...rows.under(each.id).flatMap((below) => {
        const found = rows.task(below);
        return found ? copy(found, id) : [];
      }),
    ];
  };
  return copy(task, task.parentId);
}
