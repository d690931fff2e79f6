import type { BetterAuthOptions } from 'better-auth';
import type { Provider } from '#src/domain/identity/sign-in-methods.ts';
import { OIDC_ID, oidcPlugin } from './oidc-plugin.ts';
import type { Config, ProviderId } from '#src/server/config/config.ts';
import type { Delivery } from '#src/server/delivery/delivery.ts';

const NAMES = { google: 'Google', facebook: 'Facebook', github: 'GitHub', twitter: 'X' } as const;

/** The special settings of each provider. */
const SPECIAL = {
  google: {},
  facebook: {},
  github: {},
  twitter: {
    // Better Auth's default would grant access while the user is away, which Sunglow does not need.
    disableDefaultScope: true,
    scope: ['users.read', 'tweet.read', 'users.email'],
    // A user without a confirmed email there would otherwise get a made-up address.
    mapProfileToUser: ({ data }: { data: { email?: string } }) => ({ email: data.email }),
  },
} as const satisfies Record<ProviderId, object>;

/** The configured providers, in the order of their buttons. */
export function providersOf({ providers, oidc }: Pick<Config, 'providers' | 'oidc'>): Provider[] {
  return [
    // Facebook does not say if an address is confirmed.
    ...providers.map(({ id }) => ({ id, name: NAMES[id], vouches: id !== 'facebook' })),
    ...(oidc ? [{ id: OIDC_ID, name: oidc.name, vouches: true }] : []),
  ];
}

/**
 * Signing in with a provider. An existing account is linked only when the provider has confirmed the same
 * email that was confirmed here (Better Auth's rule for providers that are not trusted; none is).
 */
export function providerOptions({ providers, oidc, signUps, delivery }: ProviderSettings) {
  const rules = {
    disableSignUp: signUps === 'closed',
    // As with a password: an address that the provider does not vouch for must be proven by mail, if the
    // server sends any.
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

/** The tokens for a user's data at a provider. Sunglow reads the profile once, and keeps none of them. */
export const NO_TOKENS = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
  scope: null,
};
