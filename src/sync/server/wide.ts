import type { CompiledQuery, Transaction } from 'kysely';
import type { Collection } from '#src/domain/collection.ts';
import { mutatorOf, type Mutation } from '#src/mutators/index.ts';
import type { TaskFields } from '#src/mutators/tx.ts';
import type { SyncTables } from './database.ts';
import { statement } from './execute.ts';

/** A change to all tasks that go with a collection (see goesWith), made where they are: none of them is read. */
export interface TasksChange {
  readonly collection: Collection;
  readonly fields: TaskFields;
  /** How many tasks these are. */
  readonly tasks: number;
}

/** Whether a mutation changes all tasks of a collection, however many these are. */
export function isWide(mutation: Mutation): boolean {
  return mutatorOf(mutation)
    .reads(mutation.args)
    .some((read) => 'tasksWith' in read);
}

/**
 * What one transaction takes of a batch: a wide mutation alone, or all before the first one. 500 of them in one would take
 * as many times as long, and nobody else would have a turn meanwhile.
 */
export function firstPart(mutations: readonly Mutation[]): readonly Mutation[] {
  const wide = mutations.findIndex(isWide);
  return wide < 0 ? mutations : mutations.slice(0, Math.max(1, wide));
}

/** How many tasks go with the collection. */
export function countTasksWith(
  tx: Transaction<SyncTables>,
  userId: string,
  { id, deletedAt }: Collection,
): CompiledQuery<{ tasks: number }> {
  const shape = deletedAt === null ? 'count active tasks' : 'count tasks deleted with it';
  const parameters = [userId, id, ...(deletedAt === null ? [] : [deletedAt])];
  return statement(tx, shape, parameters, () =>
    tasksWith(tx, userId, id, deletedAt).select((eb) => eb.fn.countAll<number>().as('tasks')),
  );
}

/** Makes the change, and gives the tasks the versions from `version` on, `perVersion` of them each. */
export function changeTasksWith(
  tx: Transaction<SyncTables>,
  userId: string,
  { collection, fields }: TasksChange,
  version: number,
  perVersion: number,
): CompiledQuery {
  return tx
    .with('going', () =>
      tasksWith(tx, userId, collection.id, collection.deletedAt).select((eb) => [
        'id',
        eb(eb.parens(eb.fn.agg<number>('row_number').over(), '-', eb.lit(1)), '/', eb.lit(perVersion)).as(
          'slice',
        ),
      ]),
    )
    .updateTable('task')
    .from('going')
    .set((eb) => ({
      deleted_at: fields.deletedAt,
      ...(fields.updatedAt === undefined ? {} : { updated_at: fields.updatedAt }),
      version: eb('going.slice', '+', version),
    }))
    .where('task.user_id', '=', userId)
    .whereRef('task.id', '=', 'going.id')
    .compile();
}

function tasksWith(tx: Transaction<SyncTables>, userId: string, id: string, deletedAt: number | null) {
  const tasks = tx.selectFrom('task').where('user_id', '=', userId).where('collection_id', '=', id);
  return deletedAt === null
    ? tasks.where('deleted_at', 'is', null).where('completed_at', 'is', null)
    : tasks.where('deleted_at', '=', deletedAt);
}
