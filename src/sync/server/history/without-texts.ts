import type { AnyRow } from '#src/tables/tables.ts';
import type { RowHistory } from '#src/reading/history/history.ts';
import { TEXTS } from '#src/sync/server/rows.ts';

/** The changes of a row without its texts. */
export function withoutTexts({ table, id, before, after }: RowHistory): RowHistory {
  const texts = new Set(TEXTS[table]);
  const kept = (values: Partial<AnyRow>): Partial<AnyRow> =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !texts.has(name)));
  return { table, id, before: before && kept(before), after: kept(after) };
}
