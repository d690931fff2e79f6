import { Hono } from 'hono';
import { z } from 'zod';
import { linkLimits } from '#src/server/auth/limits/limits.ts';
import type { AuthGateway } from './gateway.ts';
import { readFields } from './read-fields.ts';
import { reject } from './rejection.ts';

const invitationSchema = z.object({ token: z.string().regex(/^[\w-]{1,100}$/) });

/** An invitation stays with the browser that opened it, for any way to sign up. */
export function invitationRoutes(gateway: AuthGateway): Hono {
  const app = new Hono();

  app.post('/invitation', async (c) => {
    const { token } = await readFields(c, invitationSchema, () => 'INVITATION_GONE');
    return gateway.slowed(linkLimits(gateway.address(c)), async () => {
      const invitation = await gateway.invited.keep(c, token);
      return invitation ? c.json(invitation) : reject(404, 'INVITATION_GONE');
    });
  });

  // The page asks this when it reloads.
  app.get('/invitation', async (c) => c.json(await gateway.invited.current(c)));

  return app;
}
