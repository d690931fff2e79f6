import { setTimeout as delay } from 'node:timers/promises';
import { Hono } from 'hono';

import type { AppDatabase } from '#src/server/db/database.ts';
import { compareMigrations } from '#src/server/db/migrate.ts';
import { storageProblem } from '#src/server/db/storage-problem.ts';
import type { WriteProbe } from '#src/server/db/write-probe.ts';
import { CANNOT_STORE, UNAVAILABLE, type ErrorBody } from './error-body.ts';
import type { Log } from '#src/server/log/log.ts';

/** How long (ms) the database may take to answer. Load balancers wait about as long for this server. */
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
 * `/healthz`: the process is alive. A process that does not answer has to be restarted. `/readyz`: it can
 * serve users. A load balancer has to use other servers during a 503, and a restart would not help. A
 * database with newer migrations counts as ready, as another server may have been updated first.
 */
export function healthRoutes({ database, probe, isDraining, log }: HealthOptions): Hono {
  const routes = new Hono();
  // Concurrent requests share one look: on a database that hangs, more would take every connection.
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

/** The reason why the database failed a request. Null when the database was not the cause. */
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
  // The slower of the two may still fail, and its error is not needed any more.
  work.catch(() => {});
  late.catch(() => {});
  return Promise.race([work, late]);
}
