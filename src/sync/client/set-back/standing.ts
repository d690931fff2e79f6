import { hasId, idsIn } from '#src/domain/id-set.ts';
import { TABLE_NAMES, type AnyRow } from '#src/tables/tables.ts';
import { isErased } from '#src/tables/kit/row.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { Rejection } from '#src/sync/client/storage/device-store.ts';

/**
 * The state of a lost change. `open`: the user can send it again. `done`: it holds, because another device has sent it.
 * `disputed`: the row was changed on the server since, and the change would write over that.
 */
export type Standing = 'open' | 'done' | 'disputed';

/** `row` is the current row of the change. Null when the rejection is no lost change. */
export function standingOf({ mutation, setBack }: Rejection, row: AnyRow | undefined): Standing | null {
  if (!setBack) return null;
  const { over, isDoubtful } = setBack;
  if (row && isDone(mutation, row, over)) return 'done';
  // Without `over`, the row is still missing, or the change only follows its addition. With `over`, the columns are
  // unchanged since.
  const isUntouched =
    over === null
      ? !row || !addsRow(mutation)
      : row !== undefined &&
        Object.entries(over).every(
          ([name, value]) => row[name] === value || row[name] === wantedOf(mutation)[name],
        );
  return isUntouched && !isDoubtful ? 'open' : 'disputed';
}

function addsRow({ name }: Operation): boolean {
  return name.endsWith('.add') || name === 'setting.set';
}

/** The columns that the operation sets to named values. */
function wantedOf({ name, args }: Operation): Partial<AnyRow> {
  if ('changes' in args) return args.changes;
  return name === 'setting.set' ? { value: args.value ?? '' } : {};
}

function isDone(operation: Operation, row: AnyRow, over: Partial<AnyRow> | null): boolean {
  const { name, args } = operation;
  if (name === 'task.label') {
    const labels = String(row['labels']);
    return (
      idsIn(args.add ?? '').every((id) => hasId(labels, id)) &&
      !idsIn(args.remove ?? '').some((id) => hasId(labels, id))
    );
  }
  if (name === 'proposal.decide') return row['accepted'] === args.accept && row['declined'] === args.decline;
  if (name === 'task.complete') {
    // The task may have been completed before, for another time of its parent.
    const isAsItWas = row['completedAt'] === over?.['completedAt'] && row['doneIn'] === over?.['doneIn'];
    return row['completedAt'] !== null && !isAsItWas;
  }
  if (name === 'task.reopen') return row['completedAt'] === null;
  if (name === 'task.purge') return isErased('task', row);
  if (name === 'collection.purge') return isErased('collection', row);
  if (name === 'dismissal.add' || name.endsWith('.restore')) return row.deletedAt === null;
  if (name.endsWith('.delete') || name.endsWith('.remove')) return row.deletedAt !== null;
  if (name.endsWith('.add')) return true;
  const wanted = Object.entries(wantedOf(operation));
  return wanted.length > 0 && wanted.every(([column, value]) => row[column] === value);
}

/**
 * Restorations and additions come first, owners before the rows that they own. Edits follow, then operations that end a
 * row.
 */
const ORDER: readonly string[] = [
  ...TABLE_NAMES.flatMap((table) => [`${table}.restore`, `${table}.add`]),
  'setting.set',
  'task.turn',
  ...TABLE_NAMES.map((table) => `${table}.edit`),
  'task.label',
  'proposal.decide',
  'task.complete',
  'task.reopen',
];

/** The lost changes in an order that the server accepts. */
export function inSendingOrder(lost: readonly Rejection[]): readonly Rejection[] {
  const parents = new Map<string, string | null | undefined>();
  for (const { mutation } of lost)
    if (mutation.name === 'task.add' || mutation.name === 'collection.add')
      parents.set(mutation.args.id, mutation.args.parentId);
  const depthOf = (id: string): number => {
    let depth = 0;
    for (let at = parents.get(id); typeof at === 'string' && depth < parents.size; at = parents.get(at))
      depth += 1;
    return depth;
  };
  const ranked = lost.map((rejection) => {
    const { name, args } = rejection.mutation;
    const place = ORDER.indexOf(name);
    const end = name.endsWith('.purge') ? ORDER.length + 1 : ORDER.length;
    const isAdd = name === 'task.add' || name === 'collection.add';
    return { rejection, rank: place < 0 ? end : place, depth: isAdd ? depthOf(args.id) : 0, at: args.at };
  });
  return ranked
    .toSorted((a, b) => a.rank - b.rank || a.depth - b.depth || a.at - b.at)
    .map(({ rejection }) => rejection);
}
