import { hasId, idsIn } from '#src/domain/id-set.ts';
import { TABLE_NAMES, type AnyRow } from '#src/domain/schema/index.ts';
import { isErased } from '#src/domain/schema/row.ts';
import type { Operation } from '#src/mutators/index.ts';
import type { Rejection } from '#src/sync/client/storage/device-store.ts';

/**
 * How a lost change stands by now. `open`: it can be sent again. `done`: it holds, as another device has sent it. `disputed`: the row
 * was changed on the server since, and the change would write over that.
 */
export type Standing = 'open' | 'done' | 'disputed';

/** `row`: the row that it is about, as it is by now. Null where the rejection is not about a lost change. */
export function standingOf({ mutation, setBack }: Rejection, row: AnyRow | undefined): Standing | null {
  if (!setBack) return null;
  const { over, isDoubtful } = setBack;
  if (row && isDone(mutation, row, over)) return 'done';
  // It follows what adds the row, or nothing has touched that since.
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

/** The columns that it sets to a value that it names. */
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
  if (name === 'task.complete') {
    // It may have been completed for another time of its parent's before.
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

/** Restorations and additions come first, owners before what they own, then edits, then what ends a row. */
const ORDER: readonly string[] = [
  ...TABLE_NAMES.flatMap((table) => [`${table}.restore`, `${table}.add`]),
  'setting.set',
  'task.turn',
  ...TABLE_NAMES.map((table) => `${table}.edit`),
  'task.label',
  'task.complete',
  'task.reopen',
];

/** In the order in which they can be sent. */
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
