import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

import { createAccounts } from './001-accounts.ts';
import { createReminding } from './001-reminding.ts';
import { createRows } from './001-rows.ts';
import type { Engine } from '#src/server/db/tables.ts';

/** The tables of the first release. */
export function baseline(engine: Engine): Migration {
  return {
    async up(db: Kysely<never>): Promise<void> {
      await createAccounts(db, engine);
      await createRows(db);
      await createReminding(db);
    },
  };
}
