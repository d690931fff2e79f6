import { setTimeout as delay } from 'node:timers/promises';
import { Hono } from 'hono';

import type { AppDatabase } from '#src/server/db/database.ts';
import { compareMigrations } from '#src/server/db/migrate.ts';
import { storageProblem } from '#src/server/db/storage-problem.ts';
import type { WriteProbe } from '#src/server/db/write-probe.ts';
import { CANNOT_STORE, UNAVAILABLE, type ErrorBody } from './error-body.ts';
import type { Log } from './log.ts';

/** How long (ms) the database may take to answer; load balancers wait about as long for us. */
const PATIENCE_MS = 2_000;

const DRAINING: ErrorBody = { code: 'DRAINING', message: 'This server stops. Ask another one.' };
const OUTDATED: ErrorBody = {
  code: 'OUTDATED',
  message: 'The database lacks migrations of this version. Start this server again.',
};

export interface HealthOptions {
  readonly database: AppDatabase;
  readonly probe: WriteProbe;
  readonly isDraining: () => boolean;
  readonly log: Log;
}

/**
 * `/healthz`: the process lives; one that does not answer is to be started again. `/readyz`: it can serve users; while it
 * answers 503, others are to be asked, and starting it again would not help. A database that is ahead, as another server
 * was replaced by a newer one first, is no reason against it.
 */
export function healthRoutes({ database, probe, isDraining, log }: HealthOptions): Hono {
  const routes = new Hono();
  // One at a time: of a database that hangs, more of them would take every connection.
  let asked: ReturnType<typeof compareMigrations> | null = null;
  const compare = () => {
    asked ??= compareMigrations(database.db, database.engine).finally(() => {
      asked = null;
    });
    return asked;
  };
  routes.get('/healthz', (c) => c.json({ status: 'ok' }));
  routes.get('/readyz', async (c) => {
    if (isDraining()) return c.json(DRAINING, 503);
    try {
      const { missing } = await inTime(compare());
      if (missing.length > 0) return c.json(OUTDATED, 503);
      const problem = await inTime(probe.lately());
      return problem === null ? c.json({ status: 'ok' }) : c.json(CANNOT_STORE[problem], 503);
    } catch (error) {
      log.error({ err: error }, 'the database does not answer');
      const problem = storageProblem(error);
      return c.json(problem === null ? UNAVAILABLE : CANNOT_STORE[problem], 503);
    }
  });
  return routes;
}

/** Why the database failed whoever has just asked it; null when it was not the database. */
export async function databaseFailure(probe: WriteProbe): Promise<ErrorBody | null> {
  try {
    const problem = await inTime(probe.run());
    return problem === null ? null : CANNOT_STORE[problem];
  } catch {
    return UNAVAILABLE;
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = delay(PATIENCE_MS, undefined, { ref: false }).then(() => {
    throw new Error(`There was no answer within ${PATIENCE_MS} ms.`);
  });
  // Whichever of the two comes second is of no interest any more.
  work.catch(() => {});
  late.catch(() => {});
  return Promise.race([work, late]);
}
