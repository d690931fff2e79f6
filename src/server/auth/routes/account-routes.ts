import { Hono } from 'hono';
import { z } from 'zod';
import { PASSWORD_LENGTH } from '#src/server/auth/auth.ts';
import type { EmailChange } from '#src/server/auth/email-change.ts';
import { mailLimits, wrongPasswordLimits } from '#src/server/auth/limits.ts';
import { withPreparedHash } from '#src/server/auth/prepared-hash.ts';
import { emailSchema, fieldError, nameSchema, passwordSchema } from '#src/server/auth/routes/fields.ts';
import { refuse, type AuthGateway } from '#src/server/auth/routes/gateway.ts';

const renameSchema = z.object({ name: nameSchema });
const emailChangeSchema = z.object({ newEmail: emailSchema });
const firstPasswordSchema = z.object({ newPassword: passwordSchema });
const passwordChangeSchema = z.object({
  currentPassword: z.string().max(PASSWORD_LENGTH.max),
  newPassword: passwordSchema,
});

/** What users change of their own account; their email only where mail can be sent. */
export function accountRoutes(gateway: AuthGateway, emailChange: EmailChange | null): Hono {
  const app = new Hono();

  app.post('/update-user', async (c) =>
    gateway.ask(c, { body: await gateway.read(c, renameSchema, fieldError) }),
  );

  if (emailChange) {
    app.post('/change-email', async (c) => {
      const { user } = await gateway.signedIn(c);
      const { newEmail } = await gateway.read(c, emailChangeSchema, fieldError);
      if (newEmail.toLowerCase() === user.email) return refuse(400, 'SAME_EMAIL');
      const limits = [user.email, newEmail].flatMap((to) => mailLimits(gateway.address(c), to));
      return gateway.slowed(limits, async () => {
        await emailChange.begin(user, newEmail);
        return c.json({ status: true });
      });
    });
  }

  app.get('/password', async (c) => {
    const { user } = await gateway.signedIn(c);
    const isSet = await gateway.hasPassword(user.id);
    return c.json({ isSet }, 200, { 'cache-control': 'no-store' });
  });

  app.post('/change-password', async (c) => {
    const { user } = await gateway.signedIn(c);
    const passwords = await gateway.read(c, passwordChangeSchema, fieldError);
    // Whoever knew the old one may be why there is a new one.
    const body = { ...passwords, revokeOtherSessions: true };
    const limits = wrongPasswordLimits(gateway.address(c), user.email);
    return withPreparedHash(body.newPassword, () =>
      gateway.ask(c, { body }, { limits, givesBack: ({ status }) => status !== 400 }),
    );
  });

  app.post('/set-password', async (c) => {
    const signedIn = await gateway.signedIn(c);
    if (!signedIn.isFresh) return refuse(403, 'SESSION_NOT_FRESH');
    const { newPassword } = await gateway.read(c, firstPasswordSchema, fieldError);
    if (await gateway.hasPassword(signedIn.user.id)) return refuse(409, 'PASSWORD_ALREADY_SET');
    return withPreparedHash(newPassword, () => gateway.setPassword(c, newPassword));
  });

  return app;
}
