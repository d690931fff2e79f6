import type { GenericEndpointContext } from 'better-auth';
import { getOAuthState, getSessionFromCtx } from 'better-auth/api';

/** The name has the form of providers' errors. */
export const LINK_REJECTED = 'second_factor_on';
export const LINK_EXPIRED = 'session_ended';

/** What goes with the way to a provider when it is to be linked: the id of the session that asked for it. */
export interface LinkOrigin extends Record<string, unknown> {
  readonly linkedBy: string;
}

/**
 * Runs before `account`, a provider's, is linked. Whoever asked for it signed in has to be so still, by the same session.
 * Where a second factor is asked for, only its user links, signed in: else whoever reads their mail could get an account
 * of that address at a provider, and not be asked.
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
