import { Hono } from 'hono';
import { z } from 'zod';
import { rowIdSchema } from './fields.ts';
import type { AuthGateway } from './gateway.ts';
import { readFields } from './read-fields.ts';
import { reject } from './rejection.ts';
import type { Sessions } from '#src/server/auth/sessions/sessions.ts';

const idSchema = z.object({ id: rowIdSchema });

/** The sessions of the caller: to list, and to end. */
export function sessionRoutes(gateway: AuthGateway, sessions: Sessions): Hono {
  const app = new Hono();

  app.get('/sessions', async (c) => {
    const signedIn = await gateway.signedIn(c);
    return c.json(await sessions.list(signedIn));
  });

  app.post('/sessions/end', async (c) => {
    const { user } = await gateway.signedIn(c);
    const { id } = await readFields(c, idSchema);
    const hasEnded = await sessions.end(user.id, id);
    return hasEnded ? c.json({ status: true }) : reject(404, 'SESSION_NOT_FOUND');
  });

  app.post('/sessions/end-others', async (c) => {
    await sessions.endAllBut(await gateway.signedIn(c));
    return c.json({ status: true });
  });

  return app;
}
