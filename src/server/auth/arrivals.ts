import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { verifyJWT } from 'better-auth/crypto';
import { authError } from './errors.ts';
import { LINK_LIFETIME_S } from '#src/server/auth/mail/mails.ts';

/** The cookie of a browser that came from a provider with an email for which that does not vouch. */
const COOKIE = 'arrival';

interface NewUser {
  readonly email: string;
  readonly emailVerified: boolean;
}

/**
 * Remembers in the browser that came from a provider, and had an account made, which email it has to confirm. To be called
 * after each user is made.
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
 * The link that confirms such an email works in that browser alone: else the owner of the mailbox, who follows it, would let
 * somebody in who has given their address at the provider.
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
  // Better Auth says what is wrong with it.
  if (!claims) return;
  const arrived = await ctx.getSignedCookie(ctx.context.createAuthCookie(COOKIE).name, ctx.context.secret);
  if (arrived !== claims.email) throw new APIError('BAD_REQUEST', authError('OTHER_BROWSER'));
}
