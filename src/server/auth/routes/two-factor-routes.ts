import { Hono, type Context } from 'hono';
import { z } from 'zod';
import { PASSWORD_LENGTH } from '#src/domain/identity/identity-limits.ts';
import { secondFactorLimits } from '#src/server/auth/limits/limits.ts';
import { fieldError } from './fields.ts';
import type { AuthGateway } from './gateway.ts';
import { readFields } from './read-fields.ts';
import { reject } from './rejection.ts';
import { toRecoveryCode } from '#src/server/auth/second-factor.ts';

const codeSchema = z.object({ code: z.string().regex(/^\d{6}$/) });
const recoveryCodeSchema = z.object({ code: z.string().max(40).transform(toRecoveryCode) });
const passwordSchema = z.object({ password: z.string().max(PASSWORD_LENGTH.max).optional() });

/**
 * Codes of an authenticator app. Turning them on or off needs the password again, or a recent sign-in on an
 * account without one.
 */
export function twoFactorRoutes(gateway: AuthGateway): Hono {
  const app = new Hono();

  app.get('/two-factor', async (c) => {
    const { user } = await gateway.signedIn(c);
    const recoveryCodes = await gateway.recoveryCodesLeft(user.id);
    const isOn = recoveryCodes !== null;
    const needsPassword = await gateway.hasPassword(user.id);
    return c.json({ isOn, recoveryCodes, needsPassword });
  });

  for (const path of ['/two-factor/enable', '/two-factor/disable', '/two-factor/generate-backup-codes']) {
    app.post(path, async (c) => {
      const { user, isFresh } = await gateway.signedIn(c);
      const body = await readFields(c, passwordSchema, fieldError);
      if (!(await gateway.hasPassword(user.id))) {
        return isFresh ? gateway.ask(c, { body, renewsSession: true }) : reject(403, 'SESSION_NOT_FRESH');
      }
      return gateway.askWithPassword(c, {
        body,
        email: user.email,
        wrongStatus: 400,
        renewsSession: true,
      });
    });
  }

  const limits = (c: Context) => ({
    limits: secondFactorLimits(gateway.address(c)),
    givesBack: ({ ok }: Response) => ok,
  });

  // Completes a sign-in, or the setup.
  app.post('/two-factor/verify-totp', async (c) => {
    const body = await readFields(c, codeSchema, () => 'INVALID_CODE');
    return gateway.ask(c, { body, renewsSession: (await gateway.visitor(c)) !== null }, limits(c));
  });

  app.post('/two-factor/verify-backup-code', async (c) =>
    gateway.ask(c, { body: await readFields(c, recoveryCodeSchema, () => 'INVALID_BACKUP_CODE') }, limits(c)),
  );

  return app;
}
