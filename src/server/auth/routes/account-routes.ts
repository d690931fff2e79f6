import { Hono } from 'hono';
import { z } from 'zod';
import { PASSWORD_LENGTH } from '#src/domain/identity/identity-limits.ts';
import type { EmailChange } from '#src/server/auth/email-change.ts';
import { inboxLimit, mailLimits } from '#src/server/auth/limits/limits.ts';
import { endUnderWay } from '#src/server/auth/mail/mail-links.ts';
import { emailSchema, fieldError, nameSchema, passwordSchema } from './fields.ts';
import type { AuthGateway } from './gateway.ts';
import { readFields } from './read-fields.ts';
import { reject } from './rejection.ts';
import type { Sessions } from '#src/server/auth/sessions/sessions.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { forgetAccess } from '#src/server/auth/sessions/forget-access.ts';

const renameSchema = z.object({ name: nameSchema });
const emailChangeSchema = z.object({ newEmail: emailSchema });
const firstPasswordSchema = z.object({ newPassword: passwordSchema });
const passwordChangeSchema = z.object({
  currentPassword: z.string().max(PASSWORD_LENGTH.max),
  newPassword: passwordSchema,
});

interface AccountOptions {
  readonly sessions: Sessions;
  readonly database: AppDatabase;
  /** Null on a server that cannot send mail. */
  readonly emailChange: EmailChange | null;
}

/** Changes that users make to their own account; of the email only on a server that sends mail. */
export function accountRoutes(
  gateway: AuthGateway,
  { sessions, database, emailChange }: AccountOptions,
): Hono {
  const app = new Hono();

  app.post('/update-user', async (c) =>
    gateway.ask(c, { body: await readFields(c, renameSchema, fieldError) }),
  );

  if (emailChange) {
    app.post('/change-email', async (c) => {
      const signedIn = await gateway.freshlySignedIn(c);
      const { user } = signedIn;
      const { newEmail } = await readFields(c, emailChangeSchema, fieldError);
      if (newEmail === user.email) return reject(400, 'SAME_EMAIL');
      const limits = [
        ...[user.email, newEmail].flatMap((to) => mailLimits(gateway.address(c), to)),
        inboxLimit('/change-email', newEmail),
      ];
      return gateway.slowed(limits, async () => {
        await emailChange.begin(signedIn, newEmail);
        return c.json({ status: true });
      });
    });
  }

  app.get('/password', async (c) => {
    const { user } = await gateway.signedIn(c);
    const isSet = await gateway.hasPassword(user.id);
    return c.json({ isSet });
  });

  app.post('/change-password', async (c) => {
    const { user } = await gateway.signedIn(c);
    const passwords = await readFields(c, passwordChangeSchema, fieldError);
    await gateway.checkNewPassword(passwords.newPassword, user);
    // The new password may be needed because somebody knew the old one.
    const body = { ...passwords, revokeOtherSessions: true };
    const response = await gateway.askWithPassword(c, {
      body,
      email: user.email,
      wrongStatus: 400,
      renewsSession: true,
    });
    if (response.ok) {
      await endUnderWay(database.db, user.id);
      await database.transact((tx) => forgetAccess(tx, user.id));
    }
    return response;
  });

  app.post('/set-password', async (c) => {
    const signedIn = await gateway.freshlySignedIn(c);
    const { newPassword } = await readFields(c, firstPasswordSchema, fieldError);
    await gateway.checkNewPassword(newPassword, signedIn.user);
    if (await gateway.hasPassword(signedIn.user.id)) return reject(409, 'PASSWORD_ALREADY_SET');
    const response = await gateway.setPassword(c, signedIn.user.email, newPassword);
    // All other sessions end, as after a change of a password: the new one may be needed because somebody
    // else is in.
    if (response.ok) {
      await endUnderWay(database.db, signedIn.user.id);
      await sessions.endAllBut(signedIn);
    }
    return response;
  });

  return app;
}
