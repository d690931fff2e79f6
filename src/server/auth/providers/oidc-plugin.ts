import { setTimeout as delay } from 'node:timers/promises';
import { APIError, createAuthMiddleware, getOAuthState } from 'better-auth/api';
import type { AuthContext, BetterAuthPlugin } from 'better-auth';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import type { OidcConfig } from '#src/server/config/config.ts';
import { isRecord } from '#src/domain/is-record.ts';
import { authError } from '#src/server/auth/errors.ts';
import { describeProvider, UnusableProvider, withoutSlash } from './oidc-discovery.ts';
import { OidcTokens, ProviderAnswer } from './oidc-tokens.ts';
import type { LinkOrigin } from './provider-link.ts';

export const OIDC_ID = 'oidc';

/** The most ms that a request waits for the provider's description. */
const DISCOVERY_WAIT_MS = 5_000;

interface Rules {
  readonly disableSignUp: boolean;
  readonly requireEmailVerification: boolean;
}

/**
 * The OpenID Connect provider of the settings. Better Auth would read its description at the start, wait
 * without a limit, and go without the provider for good after a failure. Here the start waits for nobody, and
 * every sign-in asks again until the provider answers. A provider that reports another issuer than the
 * settings is rejected: it could be another one, with other users.
 */
export function oidcPlugin(config: OidcConfig, rules: Rules): BetterAuthPlugin {
  const issuer = withoutSlash(config.issuer);
  let tokens: OidcTokens | null = null;
  const generic = genericOAuth({
    config: [
      {
        providerId: OIDC_ID,
        name: config.name,
        clientId: config.clientId,
        clientSecret: config.clientSecret,
        discoveryUrl: `${issuer}/.well-known/openid-configuration`,
        requireIdTokenVerification: true,
        pkce: true,
        scopes: ['openid', 'email', 'profile'],
        getToken: async (request) => {
          if (!tokens) throw new ProviderAnswer('OIDC: the provider has not described itself yet.');
          return tokens.fetch(request);
        },
        mapProfileToUser: async (profile) => ({ emailVerified: await isConfirmed(profile) }),
        accountSubject: ({ tokens: { idToken }, profile }) => subject(idToken, profile.sub),
        ...rules,
      },
    ],
  });
  let running: Promise<UnusableProvider | null> | null = null;

  /** The problem that makes the provider unusable, or null. */
  async function discover(context: AuthContext): Promise<UnusableProvider | null> {
    try {
      const checked = new OidcTokens(config, await describeProvider(issuer));
      const found = (await generic.init(context)).context.socialProviders.filter(({ id }) => id === OIDC_ID);
      const log = (message: string) => context.logger.error(message);
      // Better Auth's own check allows no clock difference, and does not say what is wrong.
      for (const provider of found)
        provider.idToken = { verify: (token, nonce) => checked.check(token, nonce, log) };
      tokens = checked;
      // The list for requests: Better Auth copies the context for each, but shares the list.
      context.socialProviders.push(...found);
      return null;
    } catch (error) {
      if (!(error instanceof UnusableProvider)) throw error;
      context.logger.error(error.message, error);
      return error;
    }
  }

  async function ready(context: AuthContext): Promise<void> {
    if (context.socialProviders.some(({ id }) => id === OIDC_ID)) return;
    running ??= discover(context).finally(() => (running = null));
    const unusable = await Promise.race([running, delay(DISCOVERY_WAIT_MS, null, { ref: false })]);
    if (unusable?.signsWithSecret) throw new APIError('BAD_REQUEST', authError('PROVIDER_SIGNS_WITH_SECRET'));
  }

  return {
    id: 'oidc',
    // The problem is in the log, and is shown to users who try to sign in there.
    init: (context) => void ready(context).catch(() => {}),
    hooks: {
      before: [
        {
          matcher: ({ path, body, params }) =>
            path === '/callback/:id'
              ? params?.['id'] === OIDC_ID
              : isRecord(body) && body['provider'] === OIDC_ID,
          handler: createAuthMiddleware(({ context }) => ready(context)),
        },
      ],
    },
  };
}

/**
 * True when the email of that account is the user's. Some providers send a text, and "false" would count as
 * true. A signed-in user who links the account has shown to own both, so that the provider's word is not
 * needed.
 */
async function isConfirmed(profile: Readonly<Record<string, unknown>>): Promise<boolean> {
  const { linkedBy } = (await getOAuthState<Partial<LinkOrigin>>()) ?? {};
  const claim = profile['email_verified'];
  return linkedBy !== undefined || claim === true || claim === 'true';
}

/**
 * The subject of the ID token, after its signature was checked. A profile from another source must agree with
 * it.
 */
function subject(idToken: string | undefined, profileSubject: unknown): string {
  const [, payload = ''] = idToken?.split('.') ?? [];
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const sub = isRecord(claims) ? claims['sub'] : undefined;
  if (typeof sub !== 'string' || sub !== profileSubject) {
    throw new Error('The profile is not that of the user whom the ID token names.');
  }
  return sub;
}
