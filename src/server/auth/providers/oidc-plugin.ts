import { setTimeout as delay } from 'node:timers/promises';
import type { AuthContext, BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import type { OidcConfig } from '#src/server/config/config.ts';
import { isRecord } from '#src/domain/is-record.ts';

export const OIDC_ID = 'oidc';

/** How long (ms) a request waits for the provider to describe itself. */
const DISCOVERY_WAIT_MS = 5_000;

interface Rules {
  readonly disableSignUp: boolean;
  readonly requireEmailVerification: boolean;
}

/**
 * The OpenID Connect provider of the settings. Better Auth asks it for its addresses and keys when it starts, waits for
 * the answer however long it takes, and goes without the provider for good when there is none. Here nobody waits at the
 * start, and while there was no answer, everybody who wants to sign in there asks again. Nor is a provider taken that calls
 * itself by another address than the settings do: it could be somebody else's, whose users are not those that are meant.
 */
export function oidcPlugin(config: OidcConfig, rules: Rules): BetterAuthPlugin {
  const generic = genericOAuth({
    config: [
      {
        providerId: OIDC_ID,
        name: config.name,
        clientId: config.clientId,
        clientSecret: config.clientSecret,
        discoveryUrl: `${withoutSlash(config.issuer)}/.well-known/openid-configuration`,
        requireIdTokenVerification: true,
        pkce: true,
        scopes: ['openid', 'email', 'profile'],
        // A text such as "false" would count as confirmed.
        mapProfileToUser: (profile) => ({ emailVerified: profile['email_verified'] === true }),
        accountSubject: ({ tokens, profile }) => subject(tokens.idToken, profile.sub),
        ...rules,
      },
    ],
  });
  let running: Promise<void> | null = null;

  async function discover(context: AuthContext): Promise<void> {
    const found = (await generic.init(context)).context.socialProviders.filter(({ id }) => id === OIDC_ID);
    const other = found.find(({ issuer = '' }) => withoutSlash(issuer) !== withoutSlash(config.issuer));
    if (other) {
      context.logger.error(`OIDC_ISSUER is ${config.issuer}, which says that it is ${other.issuer}.`);
      return;
    }
    // The list that requests look in: Better Auth copies the context for each of them, but not what it holds.
    context.socialProviders.push(...found);
  }

  async function ready(context: AuthContext): Promise<void> {
    if (context.socialProviders.some(({ id }) => id === OIDC_ID)) return;
    running ??= discover(context).finally(() => (running = null));
    await Promise.race([running, delay(DISCOVERY_WAIT_MS, undefined, { ref: false })]);
  }

  return {
    id: 'oidc',
    init: (context) => void ready(context),
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

/** Whom the ID token, whose signature was checked, is about. The profile may come from elsewhere, and must agree. */
function subject(idToken: string | undefined, profileSubject: unknown): string {
  const [, payload = ''] = idToken?.split('.') ?? [];
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const sub = isRecord(claims) ? claims['sub'] : undefined;
  if (typeof sub !== 'string' || sub !== profileSubject) {
    throw new Error('The profile is not that of the user whom the ID token names.');
  }
  return sub;
}

function withoutSlash(issuer: string): string {
  return issuer.replace(/\/$/, '');
}
