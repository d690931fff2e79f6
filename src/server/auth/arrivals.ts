import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { verifyJWT } from 'better-auth/crypto';
import { authError } from './errors.ts';
import { LINK_LIFETIME_S } from '#src/server/auth/mail/mails.ts';

/** The cookie of a browser that came from a provider with an unconfirmed email. */
const COOKIE = 'arrival';

interface NewUser {
  readonly email: string;
  readonly emailVerified: boolean;
}

/**
 * Stores in a browser that came from a provider, and got a new account, the email to confirm. Call it after
 * each new user.
 */
export async function markArrival(
  { email, emailVerified }: NewUser,
  ctx: GenericEndpointContext | null,
): Promise<void> {
  if (ctx?.path !== '/callback/:id' || emailVerified) return;
  const { name, attributes } = ctx.context.createAuthCookie(COOKIE, { maxAge: LINK_LIFETIME_S });
  await ctx.setSignedCookie(name, email, ctx.context.secret, attributes);
}

/**
 * The link that confirms such an email works only in that browser. Otherwise the owner of the mailbox, by
 * following the link, would let in a stranger who gave their address at the provider.
 */
export const arrivals = {
  id: 'arrivals',
  hooks: {
    before: [
      { matcher: ({ path }) => path === '/verify-email', handler: createAuthMiddleware(checkBrowser) },
    ],
  },
} satisfies BetterAuthPlugin;

async function checkBrowser(ctx: GenericEndpointContext): Promise<void> {
  const { token } = ctx.query as { token: string };
  const claims = await verifyJWT<{ email: string }>(token, ctx.context.secret);
  // Better Auth's answer says why the token is wrong.
  if (!claims) return;
  const arrived = await ctx.getSignedCookie(ctx.context.createAuthCookie(COOKIE).name, ctx.context.secret);
  if (arrived !== claims.email) throw new APIError('BAD_REQUEST', authError('OTHER_BROWSER'));
}
