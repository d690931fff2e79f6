import { Hono } from 'hono';
import { z } from 'zod';
import type { SignInMethods } from '#src/domain/identity/sign-in-methods.ts';
import { rejectionCode } from '#src/server/auth/invitations.ts';
import { linkLimits, signUpLimits } from '#src/server/auth/limits/limits.ts';
import type { LinkRequest } from '#src/server/auth/mail/sign-in-links.ts';
import { endUnderWay, findAsker } from '#src/server/auth/mail/mail-links.ts';
import { emailSchema, fieldError, nameSchema, passwordSchema, tokenSchema } from './fields.ts';
import type { AuthGateway } from './gateway.ts';
import { readFields } from './read-fields.ts';
import { reject } from './rejection.ts';
import { useSignInLink } from './sign-in-link.ts';
import type { MailRequests } from './mail-requests.ts';
import type { AppDatabase } from '#src/server/db/database.ts';

const signUpSchema = z.object({ name: nameSchema, email: emailSchema });
const linkSchema = z.object({ token: tokenSchema, password: passwordSchema });

interface SignUpRoutesOptions {
  readonly methods: SignInMethods;
  readonly database: AppDatabase;
  readonly mails: MailRequests;
}

/**
 * Signing up on a server that sends mail. The account is made when its email is confirmed, and the same
 * person chooses its password. So nobody can prepare an account for the owner of an address, and no answer,
 * nor a later sign-in, reveals if there is one.
 */
export function signUpRoutes(gateway: AuthGateway, { methods, database, mails }: SignUpRoutesOptions): Hono {
  const app = new Hono();

  app.post('/sign-up/email', async (c) => {
    const newcomer = await readFields(c, signUpSchema, fieldError);
    if (!(await gateway.invited.mayJoin(c, newcomer.email)))
      return reject(403, rejectionCode(methods.signUps));
    // The link may be opened in another browser, without the invitation.
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
      // Checked before the link is used up.
      const newcomer = await findAsker(database, token);
      if (!newcomer) return reject(400, 'INVALID_TOKEN');
      await gateway.checkNewPassword(password, newcomer);
      return gateway.inTurn(c, newcomer.email, () =>
        gateway.withPrepared(password, async () => {
          const response = await useSignInLink(gateway, c, token);
          // An account with a second factor needs that first; its user sets a password on the account page
          // later.
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
