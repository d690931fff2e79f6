import { Hono } from 'hono';
import { z } from 'zod';
import { PASSWORD_LENGTH } from '#src/domain/identity/identity-limits.ts';
import { whichAreDeleted } from '#src/server/auth/deleted-users.ts';
import { fieldError, rowIdSchema } from './fields.ts';
import type { AuthGateway } from './gateway.ts';
import { readFields } from './read-fields.ts';
import { reject } from './rejection.ts';
import type { AppDatabase } from '#src/server/db/database.ts';

const deletionSchema = z.object({ password: z.string().min(1).max(PASSWORD_LENGTH.max).optional() });
const userSchema = z.object({ userId: rowIdSchema });

/** Deletes an account, by its password, or soon after a sign-in if it has none. */
export function deletionRoutes(gateway: AuthGateway, database: AppDatabase): Hono {
  const app = new Hono();

  app.post('/delete-user', async (c) => {
    const { user, isFresh } = await gateway.signedIn(c);
    const { password } = await readFields(c, deletionSchema, fieldError);
    if (!(await gateway.hasPassword(user.id))) {
      return isFresh ? gateway.ask(c, { body: {} }) : reject(403, 'SESSION_NOT_FRESH');
    }
    if (password === undefined) return reject(400, 'INVALID_PASSWORD');
    return gateway.askWithPassword(c, { body: { password }, email: user.email, wrongStatus: 400 });
  });

  // Devices ask after losing their session. Ids of users are random: a client that knows one has had that
  // user's data.
  app.post('/deleted-user', async (c) => {
    const { userId } = await readFields(c, userSchema);
    const deleted = await whichAreDeleted(database, [userId]);
    return c.json({ isDeleted: deleted.length > 0 });
  });

  return app;
}
