import { randomInt } from 'node:crypto';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { usedCode } from '#src/server/auth/limits/limits.ts';
import type { Throttle } from '#src/server/auth/limits/throttle.ts';

/**
 * The sign-in methods that prove one factor. A passkey proves two, and providers ask their users for a second
 * factor themselves.
 */
const ASKED_AFTER = new Set([
  '/sign-in/email',
  '/magic-link/verify',
  '/verify-email',
  '/phone-number/verify',
]);

const RECOVERY_CODES = 10;
/** Without letters and digits that look alike. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';

/**
 * Codes of an authenticator app (RFC 6238) after the first step of a sign-in, and recovery codes for users
 * without their app.
 */
export function secondFactor(throttle: Throttle) {
  const plugin = twoFactor({
    issuer: 'Sunglow',
    allowPasswordless: true,
    backupCodeOptions: { customBackupCodesGenerate: recoveryCodes },
  });
  type Context = Parameters<(typeof plugin.hooks.after)[number]['matcher']>[0];
  // Better Auth asks only after a password. Its handler ends the session that the first step made.
  const isFirstStep = ({ path, context }: Context) => {
    const made = context.newSession?.session.token;
    // A user who confirms an email while signed in keeps the session.
    return ASKED_AFTER.has(path ?? '') && made !== undefined && made !== context.session?.session.token;
  };
  return {
    ...plugin,
    hooks: {
      before: [
        { matcher: ({ path }: Context) => path === '/two-factor/verify-totp', handler: spendCode(throttle) },
      ],
      after: plugin.hooks.after.map(({ handler }) => ({ matcher: isFirstStep, handler })),
    },
  };
}

/** Makes a code work once. Better Auth would accept it again within its lifetime. */
function spendCode(throttle: Throttle) {
  return createAuthMiddleware(async (ctx) => {
    const cookie = ctx.context.createAuthCookie('two_factor');
    const challenge = await ctx.getSignedCookie(cookie.name, ctx.context.secret);
    const { code } = ctx.body as { code: string };
    const userId =
      (await getSessionFromCtx(ctx))?.user.id ??
      (challenge && (await ctx.context.internalAdapter.findVerificationValue(challenge))?.value);
    // Better Auth rejects a request without a user.
    if (!userId) return;
    if ((await throttle.take([usedCode(userId, code)])) > 0) {
      throw new APIError('UNAUTHORIZED', { code: 'CODE_USED' });
    }
  });
}

/** Ten codes such as `k7x2m-9pqrt`, with 49 bits each. */
function recoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => `${letters(5)}-${letters(5)}`);
}

function letters(count: number): string {
  return Array.from({ length: count }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** The stored form of a typed recovery code. */
export function toRecoveryCode(typed: string): string {
  const plain = typed.toLowerCase().replaceAll(/[^a-z\d]/g, '');
  return `${plain.slice(0, 5)}-${plain.slice(5)}`;
}
