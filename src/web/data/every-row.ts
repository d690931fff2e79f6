import { useMemo, useSyncExternalStore } from 'react';
import type { Rows, TableName } from '#src/domain/schema/index.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { useReplica } from './replica-context.ts';

/** The rows of a table that are not deleted, in no particular order: for tables of a few thousand. The same array until one changes. */
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
      // What changed before this was told to nobody.
      rows = null;
      return stop;
    },
    read: () => (rows ??= [...replica.rows(table)].filter(({ deletedAt }) => deletedAt === null)),
  };
}
