import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { SpaceId } from '#src/domain/space.ts';

/** True for the entries about rows that `condition` finds by their `row_id`. `where` narrows them by the columns of their key. */
export function isAbout(
  spaceId: SpaceId,
  condition: RawBuilder<SqlBool>,
  where: RawBuilder<SqlBool> = sql`version > 0`,
): RawBuilder<SqlBool> {
  const found = (table: 'history' | 'history_row') =>
    sql`select version, step from ${sql.table(table)} where space_id = ${spaceId} and ${condition} and ${where}`;
  return sql`(history.version, history.step) in (${found('history')} union all ${found('history_row')})`;
}
