import { MOST_BELOW } from '#src/tables/kit/row.ts';
import { fields, listOf, someFields, type Parsed } from '#src/tables/kit/args.ts';
import { id } from '#src/tables/kit/column.ts';
import { SERIES } from './advanced.ts';
import { task } from './table.ts';
import { dependentColumns, type Task } from './task.ts';

/** The columns of the tasks below that an advance changes. */
const MOVED = [...SERIES, 'deadline'] as const;
/** The columns of a repeating task that mean something only together. */
const TOGETHER = ['date', 'repeat', 'repeatStart', 'repeatDue'] as const;

type Moved = Pick<Task, (typeof MOVED)[number]>;

const someMoved = someFields(only(task.columns, MOVED));

/** The tasks below a task that turns. */
export const turnedBelowArgs = listOf(
  fields({
    id: id(),
    /** The columns from before the task moved. */
    changes: someMoved,
    /** The same columns after the move, and `repeat`. A column that has another value now stays (see turnedBelow). */
    left: Object.assign(someMoved, { default: {} }),
  }),
  MOST_BELOW.found,
);

export type TurnedBelow = Parsed<typeof turnedBelowArgs>[number];

/** The argument that turns `after` back into `before`. Null when both have the same time. */
export function turnOf(before: Task, after: Task): TurnedBelow | null {
  const names = MOVED.filter((name) => before[name] !== after[name]);
  if (names.length === 0) return null;
  return {
    id: before.id,
    changes: only(before, names),
    left: { ...only(after, names), repeat: after.repeat },
  };
}

/**
 * The task below, turned back. A column that another device has changed since stays. If it belongs to the repeat, the whole
 * repeat stays. `cycleAt` is that of the turning task before the turn: when two devices complete the same time, the undo
 * of one meets the values that the other has left.
 */
export function turnedBelow(row: Task, { changes, left = {} }: TurnedBelow, cycleAt: number | null): Task {
  const isLeft = (name: keyof Moved) =>
    !(name in left) ||
    row[name] === left[name] ||
    row.updatedAt === cycleAt ||
    (name === 'cycleAt' && row.cycleAt === cycleAt);
  const isRepeatLeft = row.repeat === null || TOGETHER.every(isLeft);
  const stays = (name: keyof Moved) =>
    !isLeft(name) || (!isRepeatLeft && TOGETHER.some((each) => each === name));
  const names = MOVED.filter((name) => name in changes && !stays(name));
  const turned = { ...row, ...only(changes, names) };
  return { ...turned, ...dependentColumns(turned) };
}

/** The object with these of its fields alone. */
export function only<Of extends object, Name extends keyof Of>(
  of: Of,
  names: readonly Name[],
): Pick<Of, Name> {
  return Object.fromEntries(names.map((name) => [name, of[name]])) as Pick<Of, Name>;
}
