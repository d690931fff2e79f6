import { Hono } from 'hono';
import { z } from 'zod';
import type { EmailChange } from '#src/server/auth/email-change.ts';
import { linkLimits, mailLimits, usedLink } from '#src/server/auth/limits.ts';
import { emailSchema, fieldError, tokenSchema } from '#src/server/auth/routes/fields.ts';
import { refuse, type AuthGateway } from '#src/server/auth/routes/gateway.ts';

const addressSchema = z.object({ email: emailSchema });
const linkSchema = z.object({ token: tokenSchema });

/**
 * What is done by mail. The answers are the same for every address, with an account or without. A link is used by the
 * page that it opens, when the reader goes on: opening it changes nothing.
 */
export function emailRoutes(gateway: AuthGateway, emailChange: EmailChange): Hono {
  const app = new Hono();

  for (const path of ['/sign-in/magic-link', '/request-password-reset', '/send-verification-email']) {
    app.post(path, async (c) => {
      const body = await gateway.read(c, addressSchema, fieldError);
      return gateway.ask(c, { body }, { limits: mailLimits(gateway.address(c), body.email) });
    });
  }

  app.post('/link/sign-in', async (c) => {
    const { token } = await gateway.read(c, linkSchema, fieldError);
    const path = `/magic-link/verify?${new URLSearchParams({ token }).toString()}`;
    const response = await gateway.ask(
      c,
      { method: 'GET', path },
      { limits: linkLimits(gateway.address(c)) },
    );
    // Where Better Auth would send a browser on to a page that says so.
    return response.status >= 300 && response.status < 400 ? refuse(400, 'INVALID_TOKEN') : response;
  });

  app.post('/link/verify', async (c) => {
    const { token } = await gateway.read(c, linkSchema, fieldError);
    const path = `/verify-email?${new URLSearchParams({ token }).toString()}`;
    const change = await emailChange.read(token);
    if (change?.isTaken) return refuse(400, 'INVALID_TOKEN');
    // Better Auth signs these links, keeps nothing of them, and would take one again until it is too old.
    if (!(await gateway.spend(usedLink(token)))) return refuse(400, 'INVALID_TOKEN');
    // Who has both mailboxes may change the address; coming in may take more, such as a second factor.
    const question = { method: 'GET', path, neverSignsIn: change !== null } as const;
    const response = await gateway.ask(c, question, { limits: linkLimits(gateway.address(c)) });
    if (response.ok) return response;
    await gateway.restore(usedLink(token));
    // Of two who confirm the same new address at once, the second one finds it taken only now.
    return (await emailChange.read(token))?.isTaken ? refuse(400, 'INVALID_TOKEN') : response;
  });

  return app;
}
