import { isRecord } from '#src/domain/is-record.ts';
import { isId } from '#src/domain/id.ts';
import type { ExportSource } from '#src/web/focus/dialogs.ts';

/** The source of the feed that a menu asks for, in the state of the address; undefined without one. */
export function feedOfState(state: unknown): ExportSource | undefined {
  const feed = isRecord(state) ? state['feed'] : undefined;
  if (!isRecord(feed)) return undefined;
  const { table, id } = feed;
  return (table === 'collection' || table === 'filter') && isId(id) ? { table, id } : undefined;
}
