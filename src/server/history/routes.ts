import { Hono } from 'hono';
import { z } from 'zod';
import { isId } from '#src/domain/id.ts';
import { spaceOf } from '#src/domain/space.ts';
import { HISTORY_PAGE } from '#src/reading/history/history.ts';
import type { AuthGateway } from '#src/server/auth/routes/gateway.ts';
import { RejectedRequest, reject } from '#src/server/auth/routes/rejection.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { HeldBack } from '#src/server/http/held-back.ts';
import { HistorySources } from './history-sources.ts';
import { readHistory, readLongPage } from './read-history.ts';
import { Rates, type Rate } from '#src/sync/server/rates.ts';

/** The rate of a user's pages. */
const PAGE_RATE: Rate = { burst: 30, perSecond: 2 };

const id = z.string().refine(isId).optional();
const query = z.object({
  before: z
    .string()
    .regex(/^\d{1,15}\.\d{1,9}$/)
    .optional(),
  row: id,
  collection: id,
  source: z.string().max(200).optional(),
  operation: z.string().max(200).optional(),
  importId: z.string().max(40).optional(),
  long: z.literal('yes').optional(),
});

/** The routes of a user's history under HISTORY_PATH: its HistoryPages, and the doors of all its entries. */
export function historyRoutes(
  gateway: AuthGateway,
  database: AppDatabase,
  rates = new Rates(PAGE_RATE),
): Hono {
  const app = new Hono();
  const held = new HeldBack(rates);
  const sources = new HistorySources(database);

  app.get('/', async (c) => {
    const { user } = await gateway.signedIn(c);
    await held.hold(user.id);
    const filter = query.safeParse(c.req.query());
    if (!filter.success) return reject(400, 'WRONG_QUERY');
    const { long, ...asked } = filter.data;
    const page = await database.snapshot((tx) =>
      long
        ? readLongPage(tx, spaceOf(user.id), asked)
        : readHistory(tx, spaceOf(user.id), { ...asked, limit: HISTORY_PAGE }),
    );
    return c.json(page);
  });

  app.get('/sources', async (c) => {
    const { user } = await gateway.signedIn(c);
    await held.hold(user.id);
    return c.json({ sources: await sources.of(spaceOf(user.id), Date.now()) });
  });

  app.onError((error) => {
    if (error instanceof RejectedRequest) return reject(error.status, error.code);
    throw error;
  });
  return app;
}
