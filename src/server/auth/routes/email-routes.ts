import { Hono, type Context } from 'hono';
import { z } from 'zod';
import type { EmailChange, Outcome } from '#src/server/auth/email-change.ts';
import { linkLimits, usedLink } from '#src/server/auth/limits/limits.ts';
import type { LinkRequest } from '#src/server/auth/mail/sign-in-links.ts';
import { emailSchema, fieldError, tokenSchema } from './fields.ts';
import type { AuthGateway } from './gateway.ts';
import { readFields } from './read-fields.ts';
import { reject } from './rejection.ts';
import type { MailRequests } from './mail-requests.ts';
import { useSignInLink } from './sign-in-link.ts';

const addressSchema = z.object({ email: emailSchema });
const linkSchema = z.object({ token: tokenSchema });

export interface EmailRoutesOptions {
  readonly emailChange: EmailChange;
  readonly mails: MailRequests;
}

/**
 * Actions by mail. The answers are the same for every address, with or without an account. Opening a link
 * changes nothing: its page uses it when the reader continues.
 */
export function emailRoutes(gateway: AuthGateway, { emailChange, mails }: EmailRoutesOptions): Hono {
  const app = new Hono();

  for (const path of ['/sign-in/magic-link', '/request-password-reset']) {
    app.post(path, async (c) => {
      const body = await readFields(c, addressSchema, fieldError);
      return mails.answer(c, { kind: path, email: body.email, body });
    });
  }

  // For an account made while this server sent no mail: a new password comes with the link.
  app.post('/send-verification-email', async (c) => {
    const { email } = await readFields(c, addressSchema, fieldError);
    const body = { email, metadata: { purpose: 'confirm' } satisfies LinkRequest };
    return mails.answer(c, { kind: 'confirm', email, path: '/sign-in/magic-link', body });
  });

  app.post('/link/sign-in', async (c) => {
    const { token } = await readFields(c, linkSchema, fieldError);
    return gateway.slowed(linkLimits(gateway.address(c)), () => useSignInLink(gateway, c, token));
  });

  app.post('/link/verify', async (c) => {
    const { token } = await readFields(c, linkSchema, fieldError);
    return gateway.slowed(linkLimits(gateway.address(c)), async () => {
      const visitor = await gateway.visitor(c);
      const outcome = await emailChange.use(token, visitor?.user.id ?? null);
      return outcome === null ? confirm(c, token) : answers[outcome]();
    });
  });

  async function confirm(c: Context, token: string): Promise<Response> {
    // Better Auth signs these links without storing them, and would accept one again until it expires.
    if (!(await gateway.spend(usedLink(token)))) return reject(400, 'INVALID_TOKEN');
    const path = `/verify-email?${new URLSearchParams({ token }).toString()}`;
    const response = await gateway.ask(c, { method: 'GET', path });
    if (!response.ok) await gateway.restore(usedLink(token));
    return response;
  }

  return app;
}

/**
 * The answers to a link that changes an email. The link does not sign in, since that may take more, such as a
 * second factor.
 */
const answers = {
  halfway: () => Response.json({ status: true, isHalfway: true }),
  changed: () => Response.json({ status: true, isHalfway: false }),
  rejected: () => reject(400, 'INVALID_TOKEN'),
  'not-yours': () => reject(401, 'INVALID_USER'),
} satisfies Record<NonNullable<Outcome>, () => Response>;
