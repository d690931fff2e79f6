import { useMemo, useSyncExternalStore } from 'react';
import type { Rows, TableName } from '#src/tables/tables.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { useReplica } from './replica-context.ts';

/**
 * All rows of a table but the deleted ones, unordered, for tables up to a few thousand rows. The same array
 * until a row changes.
 */
export function useEveryRow<T extends TableName>(table: T): readonly Rows[T][] {
  const replica = useReplica();
  const source = useMemo(() => everyRowOf(replica, table), [replica, table]);
  return useSyncExternalStore(source.subscribe, source.read);
}

function everyRowOf<T extends TableName>(replica: Replica, table: T) {
  let rows: readonly Rows[T][] | null = null;
  return {
    subscribe: (listener: () => void) => {
      const stop = replica.subscribe(`every-${table}`, () => {
        rows = null;
        listener();
      });
      // No listener heard of earlier changes.
      rows = null;
      return stop;
    },
    read: () => (rows ??= [...replica.rows(table)].filter(({ deletedAt }) => deletedAt === null)),
  };
}
