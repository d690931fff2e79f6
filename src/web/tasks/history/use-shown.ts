import { useMemo, useSyncExternalStore } from 'react';
import type { AnyRow } from '#src/tables/tables.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { historyNamesOf } from '#src/web/data/history-names.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useClock } from '#src/web/data/rows.ts';
import { useToday } from '#src/web/data/today.ts';
import { mainRowOf, tellEntry, tellTogether, type Told } from '#src/web/words/told.ts';
import type { Together } from './group-days.ts';
import { standingOf, type Standing } from './standing.ts';

/** The most rows that one entry follows: of more, the result of taking them back tells what stays. */
const FOLLOWED = 20;

interface Shown {
  readonly told: Told;
  readonly standing: Standing;
  /** The task of a single entry, while it is there. */
  readonly taskId: string | null;
}

/** The sentence for entries, and what can be done about them, live. `isCut`: as for tellTogether. */
export function useShown(together: Together, about: string | undefined, isCut: boolean): Shown {
  const replica = useReplica();
  const today = useToday();
  const clock = useClock();
  const source = useMemo(() => {
    const rows = together.flatMap((entry) => entry.rows);
    const followed = rows.slice(0, FOLLOWED);
    const read = (): string => {
      const names = historyNamesOf(replica, today, clock);
      const [first, ...others] = together;
      const task = others.length === 0 ? mainRowOf(first) : null;
      const shown: Shown = {
        told: others.length === 0 ? tellEntry(first, names, about) : tellTogether(together, names, isCut),
        standing:
          isCut || rows.length > FOLLOWED ? 'open' : standingOf(rows, (...row) => find(replica, ...row)),
        taskId: task?.table === 'task' && replica.lists.task(task.id) ? task.id : null,
      };
      return JSON.stringify(shown);
    };
    const subscribe = (listener: () => void) => {
      const stops = followed.map(({ table, id }) => replica.subscribe(`${table}:${id}`, listener));
      return () => stops.forEach((stop) => stop());
    };
    return { read, subscribe };
  }, [replica, today, clock, together, about, isCut]);
  return JSON.parse(useSyncExternalStore(source.subscribe, source.read)) as Shown;
}

function find(replica: Replica, ...[table, id]: Parameters<Replica['get']>): AnyRow | undefined {
  return replica.get(table, id);
}
