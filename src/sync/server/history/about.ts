import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { SpaceId } from '#src/domain/space.ts';

interface About {
  /** Finds the rows by their `row_id`. */
  readonly rows: RawBuilder<SqlBool>;
  /** Narrows the entries by their `version` and `step`. */
  readonly where: RawBuilder<SqlBool>;
  /** The most entries that each of the two tables finds, the newest ones. */
  readonly limit?: number;
}

/** True for the entries about rows. */
export function isAbout(spaceId: SpaceId, { rows, where, limit }: About): RawBuilder<SqlBool> {
  const newest = limit === undefined ? sql`` : sql`order by version desc, step desc limit ${limit}`;
  const found = (table: 'history' | 'history_row') =>
    sql`select version, step from (select distinct version, step from ${sql.table(table)}
      where space_id = ${spaceId} and ${rows} and ${where} ${newest}) as found`;
  return sql`(history.version, history.step) in (${found('history')} union all ${found('history_row')})`;
}
