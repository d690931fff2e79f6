import { Hono } from 'hono';
import { z } from 'zod';
import type { Ways } from '#src/domain/ways.ts';
import { refusalCode } from '#src/server/auth/invitations.ts';
import { linkLimits, signUpLimits } from '#src/server/auth/limits.ts';
import type { LinkRequest } from '#src/server/auth/log-in-links.ts';
import { endUnderWay, findAsker } from '#src/server/auth/mail-links.ts';
import {
  emailSchema,
  fieldError,
  nameSchema,
  passwordSchema,
  tokenSchema,
} from '#src/server/auth/routes/fields.ts';
import type { AuthGateway } from '#src/server/auth/routes/gateway.ts';
import { readFields } from '#src/server/auth/routes/read-fields.ts';
import { refuse } from '#src/server/auth/routes/refusal.ts';
import { useLogInLink } from '#src/server/auth/routes/log-in-link.ts';
import type { MailRequests } from '#src/server/auth/routes/mail-requests.ts';
import type { AppDatabase } from '#src/server/db/database.ts';

const signUpSchema = z.object({ name: nameSchema, email: emailSchema });
const linkSchema = z.object({ token: tokenSchema, password: passwordSchema });

interface SignUpRoutesOptions {
  readonly ways: Ways;
  readonly database: AppDatabase;
  readonly mails: MailRequests;
}

/**
 * Signing up where mail is sent. There is no account until its email is confirmed, and its password is chosen by who does that:
 * nobody prepares one for the owner of an address, and no answer, nor a sign-in after it, tells whether there is one.
 */
export function signUpRoutes(gateway: AuthGateway, { ways, database, mails }: SignUpRoutesOptions): Hono {
  const app = new Hono();

  app.post('/sign-up/email', async (c) => {
    const newcomer = await readFields(c, signUpSchema, fieldError);
    if (!(await gateway.invited.mayJoin(c, newcomer.email))) return refuse(403, refusalCode(ways.signUps));
    // The link may be opened in another browser, which was not invited.
    const invitation = gateway.invited.token(c);
    const body = { ...newcomer, metadata: { purpose: 'sign-up', invitation } satisfies LinkRequest };
    const limits = signUpLimits(gateway.address(c));
    return mails.answer(c, {
      kind: 'sign-up',
      email: newcomer.email,
      limits,
      path: '/sign-in/magic-link',
      body,
    });
  });

  app.post('/link/sign-up', async (c) => {
    const { token, password } = await readFields(c, linkSchema, fieldError);
    return gateway.slowed(linkLimits(gateway.address(c)), async () => {
      // This is checked before the link is used up.
      const newcomer = await findAsker(database, token);
      if (!newcomer) return refuse(400, 'INVALID_TOKEN');
      await gateway.checkNewPassword(password, newcomer);
      return gateway.inTurn(c, newcomer.email, () =>
        gateway.withPrepared(password, async () => {
          const response = await useLogInLink(gateway, c, token);
          // A second factor comes first, where the account had one: then its user sets a password in the account page.
          const { user } = (await response.clone().json()) as { user?: { id: string } };
          if (!response.ok || !user || (await gateway.hasPassword(user.id))) return response;
          await gateway.addPassword(user.id, password);
          await endUnderWay(database.db, user.id);
          return response;
        }),
      );
    });
  });

  return app;
}
