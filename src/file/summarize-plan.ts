import { idsIn } from '#src/domain/id-set.ts';
import type { ColorHex } from '#src/domain/colors.ts';
import { newRow } from '#src/tables/kit/row.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { Task } from '#src/tables/task/task.ts';
import type { ExistingRows } from './existing-rows.ts';
import type { FilePlan } from './plan-file.ts';

export interface NameAndColor {
  readonly name: string;
  readonly color: ColorHex;
}

/** A task as it will be, with its collection and labels. */
export interface PlannedTask {
  readonly task: Task;
  readonly collection: NameAndColor | null;
  readonly labels: readonly NameAndColor[];
}

/** The plan in numbers, and its first tasks. */
export interface PlanSummary {
  readonly added: FilePlan['added'];
  /** The number of tasks that repeat. */
  readonly repeats: number;
  /** The number of entries that the account has no room for. */
  readonly tooMany: number;
  /** The number of operations. */
  readonly size: number;
  readonly first: readonly PlannedTask[];
  /** A collection with tasks of the import, or an added one; null when there is none. */
  readonly collectionId: string | null;
}

/** The number of tasks that are shown before an import. */
export const FIRST_TASKS = 10;

type Args<Name extends Operation['name']> = Extract<Operation, { readonly name: Name }>['args'];

/** The plan for its user to judge, before anything is written (rule I2). */
export function summarizePlan(plan: FilePlan, existing: ExistingRows): PlanSummary {
  const { operations, added, tooMany } = plan;
  const of = <Name extends Operation['name']>(name: Name) =>
    operations.filter((each) => each.name === name).map(({ args }) => args as Args<Name>);
  const tasks = of('task.add');
  const newRows = { collection: byId(of('collection.add')), label: byId(of('label.add')) };
  const find = (table: 'collection' | 'label', id: string): NameAndColor[] => {
    const row = newRows[table].get(id) ?? existing.get(table, id);
    return row ? [{ name: row.name, color: row.color }] : [];
  };
  const completed = new Map(of('task.complete').map(({ id, at }) => [id, at]));
  const deleted = new Set(of('collection.delete').map(({ id }) => id));
  const places = [...tasks.map(({ collectionId }) => collectionId), ...newRows.collection.keys()];
  return {
    added,
    tooMany,
    repeats: tasks.filter(({ repeat }) => (repeat ?? null) !== null).length,
    size: operations.length,
    first: tasks.slice(0, FIRST_TASKS).map(({ at, ...args }) => ({
      task: newRow('task', {
        ...args,
        createdAt: at,
        updatedAt: at,
        completedAt: completed.get(args.id) ?? null,
      }),
      collection: find('collection', args.collectionId)[0] ?? null,
      labels: idsIn(args.labels ?? '').flatMap((id) => find('label', id)),
    })),
    collectionId: places.find((id) => !deleted.has(id)) ?? null,
  };
}

function byId<Row extends { readonly id: string }>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
