import type { BetterAuthOptions } from 'better-auth';
import type { Provider } from '#src/domain/sign-in-methods.ts';
import { OIDC_ID, oidcPlugin } from './oidc-plugin.ts';
import type { Config, ProviderId } from '#src/server/config/config.ts';
import type { Delivery } from '#src/server/delivery/delivery.ts';

const NAMES = { google: 'Google', facebook: 'Facebook', github: 'GitHub', twitter: 'X' } as const;

/** What each needs on top of what all have. */
const SPECIAL = {
  google: {},
  facebook: {},
  github: {},
  twitter: {
    // Better Auth's own choice would let Sunglow in while the user is away, for which it has no use.
    disableDefaultScope: true,
    scope: ['users.read', 'tweet.read', 'users.email'],
    // Whoever has confirmed no email there would get an address that is made up.
    mapProfileToUser: ({ data }: { data: { email?: string } }) => ({ email: data.email }),
  },
} as const satisfies Record<ProviderId, object>;

/** Those that are set up, in the order of their buttons. */
export function providersOf({ providers, oidc }: Pick<Config, 'providers' | 'oidc'>): Provider[] {
  return [
    // Facebook does not tell whether an address is confirmed.
    ...providers.map(({ id }) => ({ id, name: NAMES[id], vouches: id !== 'facebook' })),
    ...(oidc ? [{ id: OIDC_ID, name: oidc.name, vouches: true }] : []),
  ];
}

/**
 * Signing in by somebody else's word. An account that exists is linked only when that provider has confirmed the very
 * email that was confirmed here (Better Auth's rule for providers that are not named as trusted: none is).
 */
export function providerOptions({ providers, oidc, signUps, delivery }: ProviderSettings) {
  const rules = {
    disableSignUp: signUps === 'closed',
    // The same holds as with a password: where mail can prove an address that the provider does not vouch for, it has to.
    requireEmailVerification: delivery.mailIsReal,
  };
  return {
    socialProviders: Object.fromEntries(
      providers.map(({ id, ...client }) => [id, { ...client, ...rules, ...SPECIAL[id] }]),
    ),
    account: { accountLinking: { trustedProviders: [] }, updateAccountOnSignIn: false },
    plugins: oidc ? [oidcPlugin(oidc, rules)] : [],
  } satisfies BetterAuthOptions;
}

export interface ProviderSettings extends Pick<Config, 'providers' | 'oidc' | 'signUps'> {
  readonly delivery: Delivery;
}

/** What a provider gives to reach its user's data: Sunglow reads who it is once, and keeps none of it. */
export const NO_TOKENS = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
  scope: null,
};
