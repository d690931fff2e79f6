import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { Clock } from '#src/domain/time/time-of-day.ts';
import type { RowHistory } from '#src/reading/history/history.ts';
import type { AnyRow, TableName } from '#src/tables/tables.ts';
import { isErased } from '#src/tables/kit/row.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { settingName } from '#src/web/words/setting-names.ts';
import { quote, type HistoryNames } from '#src/web/words/table-words.ts';

/** The names for sentences of the history, as rows have them now. A row that is gone has the name in its entry, if that is kept. */
export function historyNamesOf(
  replica: Pick<Replica, 'get'>,
  today: CalendarDay,
  clock: Clock,
): HistoryNames {
  const find = (table: TableName, id: string): AnyRow | undefined => {
    const row: AnyRow | undefined = replica.get(table, id);
    return row && !isErased(table, row) ? row : undefined;
  };
  const nameOf = (table: TableName, id: string) => textIn(find(table, id), 'name');
  return {
    today,
    clock,
    task: (id) => quote(nameOf('task', id) ?? 'a deleted task'),
    // A collection that was deleted for good keeps its name for its completed tasks.
    collection: (id) => textIn(replica.get('collection', id), 'name') ?? 'a deleted collection',
    named: (table, id) => nameOf(table, id) ?? `a deleted ${table}`,
    row: (table, id) => replica.get(table, id),
    title: ({ table, id, before, after }: RowHistory) => {
      if (table === 'setting') return settingName(id);
      if (table === 'reminder') {
        const taskId = after['taskId'] ?? replica.get('reminder', id)?.taskId;
        return typeof taskId === 'string' ? nameOf('task', taskId) : null;
      }
      const column = table === 'dismissal' ? 'wording' : 'name';
      const title =
        textIn(find(table, id), column) ?? textIn(after, column) ?? (before && textIn(before, column));
      return title !== null && table === 'dismissal' ? quote(title) : title;
    },
  };
}

/** A text of a row; null where it is missing or erased. */
function textIn(row: Partial<AnyRow> | undefined, column: string): string | null {
  const text = row?.[column];
  return typeof text === 'string' && text !== '' ? text : null;
}
