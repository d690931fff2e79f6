import { randomInt } from 'node:crypto';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { usedCode } from '#src/server/auth/limits/limits.ts';
import type { Throttle } from '#src/server/auth/limits/throttle.ts';

/**
 * The sign-in methods that prove one thing only. A passkey proves two; providers ask for a second factor themselves, of those who
 * want one.
 */
const ASKED_AFTER = new Set([
  '/sign-in/email',
  '/magic-link/verify',
  '/verify-email',
  '/phone-number/verify',
]);

const RECOVERY_CODES = 10;
/** It has no letters and digits that look alike. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';

/** Codes of an authenticator app (RFC 6238) asked for after the first step of signing in, and codes for whoever has lost it. */
export function secondFactor(throttle: Throttle) {
  const plugin = twoFactor({
    issuer: 'Sunglow',
    allowPasswordless: true,
    backupCodeOptions: { customBackupCodesGenerate: recoveryCodes },
  });
  type Context = Parameters<(typeof plugin.hooks.after)[number]['matcher']>[0];
  // Better Auth itself asks after a password alone. Its handler ends the session that the first step has made.
  const isFirstStep = ({ path, context }: Context) => {
    const made = context.newSession?.session.token;
    // Whoever confirms an email while signed in keeps the session they have.
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

/** Better Auth would take a code as often as it comes, for as long as its clock allows. */
function spendCode(throttle: Throttle) {
  return createAuthMiddleware(async (ctx) => {
    const cookie = ctx.context.createAuthCookie('two_factor');
    const challenge = await ctx.getSignedCookie(cookie.name, ctx.context.secret);
    const { code } = ctx.body as { code: string };
    const userId =
      (await getSessionFromCtx(ctx))?.user.id ??
      (challenge && (await ctx.context.internalAdapter.findVerificationValue(challenge))?.value);
    // Nobody's is rejected by Better Auth.
    if (!userId) return;
    if ((await throttle.take([usedCode(userId, code)])) > 0) {
      throw new APIError('UNAUTHORIZED', { code: 'CODE_USED' });
    }
  });
}

/** Ten, as `k7x2m-9pqrt`: 49 bits each. */
function recoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => `${letters(5)}-${letters(5)}`);
}

function letters(count: number): string {
  return Array.from({ length: count }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** A recovery code as it is kept, from what somebody typed. */
export function toRecoveryCode(typed: string): string {
  const plain = typed.toLowerCase().replaceAll(/[^a-z\d]/g, '');
  return `${plain.slice(0, 5)}-${plain.slice(5)}`;
}
