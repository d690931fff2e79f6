import type { GenericEndpointContext } from 'better-auth';
import { getOAuthState, getSessionFromCtx } from 'better-auth/api';

/** Named like the errors of providers. */
export const LINK_REJECTED = 'second_factor_on';
export const LINK_EXPIRED = 'session_ended';

/** The data that accompanies linking a provider: the id of the session that requested it. */
export interface LinkOrigin extends Record<string, unknown> {
  readonly linkedBy: string;
}

/**
 * Runs before a provider's `account` is linked. The session that requested the link must still be signed in.
 * An account with a second factor can only be linked by its signed-in user: otherwise a reader of their mail
 * could get an account with that address at a provider, and skip the second factor.
 */
export async function checkLink(
  account: { readonly userId: string; readonly providerId: string },
  ctx: GenericEndpointContext | null,
): Promise<void> {
  if (!ctx || account.providerId === 'credential') return;
  const linkedBy = (await getOAuthState<Partial<LinkOrigin>>())?.linkedBy;
  const session = await getSessionFromCtx(ctx);
  if (linkedBy !== undefined && session?.session.id !== linkedBy)
    throw ctx.redirect(`/app/account?error=${LINK_EXPIRED}`);
  const user: { id: string; twoFactorEnabled?: unknown } | null =
    await ctx.context.internalAdapter.findUserById(account.userId);
  if (user?.twoFactorEnabled && session?.user.id !== user.id)
    throw ctx.redirect(`/auth/login?error=${LINK_REJECTED}`);
}
