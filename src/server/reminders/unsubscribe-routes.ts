import { Hono, type Context } from 'hono';
import { z } from 'zod';
import { MAIL_LINK_PATH } from '#src/domain/identity/mail-link.ts';
import { linkLimits } from '#src/server/auth/limits/limits.ts';
import { fieldError, tokenSchema } from '#src/server/auth/routes/fields.ts';
import type { AuthGateway } from '#src/server/auth/routes/gateway.ts';
import { readFields } from '#src/server/auth/routes/read-fields.ts';
import { reject } from '#src/server/auth/routes/rejection.ts';
import type { Reminders } from './reminders.ts';

const TOKEN = '/:token{[\\w.-]+}';
const linkSchema = z.object({ token: tokenSchema });

/**
 * The link in each reminder by mail, as its page asks. It needs no session: its token proves that it was in
 * the mail.
 */
export function unsubscribeRoutes(gateway: AuthGateway, reminders: Reminders): Hono {
  const app = new Hono();
  app.post('/', async (c) => {
    const { token } = await readFields(c, linkSchema, fieldError);
    return unsubscribe(c, gateway, reminders, token);
  });
  return app;
}

/**
 * The same link, as a mail program asks with one click (RFC 8058). Opening it changes nothing, as programs
 * open links to check them.
 */
export function oneClickRoutes(gateway: AuthGateway, reminders: Reminders): Hono {
  const app = new Hono();
  app.get(TOKEN, (c) => c.redirect(`${MAIL_LINK_PATH}#unsubscribe=${c.req.param('token')}`, 303));
  app.post(TOKEN, (c) => unsubscribe(c, gateway, reminders, c.req.param('token')));
  return app;
}

function unsubscribe(c: Context, gateway: AuthGateway, reminders: Reminders, token: string) {
  return gateway.slowed(linkLimits(gateway.address(c)), async () => {
    const { userId, isDone } = await reminders.unsubscribe(token);
    c.set('userId', userId ?? undefined);
    return isDone ? c.json({}) : reject(400, 'UNSUBSCRIBE_LINK_OVER');
  });
}
