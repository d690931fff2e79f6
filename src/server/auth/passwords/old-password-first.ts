import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { BASE_ERROR_CODES } from '@better-auth/core/error';
import type { Passwords } from './passwords.ts';

/**
 * Checks the old password first. Better Auth hashes the new one before, so that each wrong try would cost two
 * hashes.
 */
export function oldPasswordFirst(passwords: Passwords) {
  const check = createAuthMiddleware(async (ctx) => {
    const session = await getSessionFromCtx(ctx);
    const account = session && (await ctx.context.internalAdapter.findCredentialAccount(session.user.id));
    // Better Auth's answer says what is missing.
    if (!account?.password) return;
    const { currentPassword } = ctx.body as { currentPassword: string };
    if (!(await passwords.verify({ hash: account.password, password: currentPassword })))
      throw APIError.from('BAD_REQUEST', BASE_ERROR_CODES.INVALID_PASSWORD);
  });
  return {
    id: 'old-password-first',
    hooks: { before: [{ matcher: ({ path }) => path === '/change-password', handler: check }] },
  } satisfies BetterAuthPlugin;
}
