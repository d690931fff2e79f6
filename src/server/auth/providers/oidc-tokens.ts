import { validateAuthorizationCode, verifyJwsAccessToken } from '@better-auth/core/oauth2';
import { SunglowError } from '#src/domain/errors.ts';
import { isRecord } from '#src/domain/is-record.ts';
import type { OidcConfig } from '#src/server/config/config.ts';
import { isSymmetric, type Description, type SecretMethod } from './oidc-discovery.ts';
import { noteProblem } from './provider-problem.ts';

/** The largest accepted difference in s between the provider's clock and ours. */
const CLOCK_TOLERANCE_S = 60;

/** Thrown for an unusable answer of the provider to a code; the message tells the operator why. */
export class ProviderAnswer extends SunglowError {
  constructor(message: string, options?: ErrorOptions) {
    super('PROVIDER_ANSWER', message, options);
  }
}

interface CodeRequest {
  readonly code: string;
  readonly redirectURI: string;
  readonly codeVerifier?: string | undefined;
}

/** Exchanges codes for tokens, and checks them, as the provider wants it. */
export class OidcTokens {
  readonly #config: OidcConfig;
  readonly #description: Description;
  /** The method that the provider accepted last comes first. */
  #methods: readonly SecretMethod[];

  constructor(config: OidcConfig, description: Description) {
    this.#config = config;
    this.#description = description;
    this.#methods = description.secretMethods;
  }

  /**
   * Providers list their methods for all clients, but some accept only one from each. A client that was not
   * recognized has not used up its code, so that the other method can be tried.
   */
  async fetch(request: CodeRequest) {
    for (const method of this.#methods) {
      try {
        const tokens = await this.#fetchBy(method, request);
        this.#methods = [method, ...this.#methods.filter((other) => other !== method)];
        return tokens;
      } catch (error) {
        const code = isRecord(error) ? error['error'] : undefined;
        if (code === 'invalid_client' && method !== this.#methods.at(-1)) continue;
        // Users can repeat a sign-in with an expired or used code. Any other error is for the operator.
        if (code !== 'invalid_grant') noteProblem('PROVIDER_FAILED');
        throw new ProviderAnswer(textOf(error, code));
      }
    }
    throw new ProviderAnswer('OIDC: the provider takes no client secret.');
  }

  /**
   * True for an ID token from the provider for this sign-in. The problem with any other one goes to `log`.
   */
  async check(token: string, nonce: string | undefined, log: (message: string) => void): Promise<boolean> {
    const { issuer, jwksUri, algorithms } = this.#description;
    const algorithm = headerOf(token)['alg'];
    if (typeof algorithm === 'string' && isSymmetric(algorithm)) {
      noteProblem('PROVIDER_SIGNS_WITH_SECRET');
      log(
        `OIDC: the ID token is signed with ${algorithm}. Have the provider sign with a key pair: RS256 or ES256.`,
      );
      return false;
    }
    try {
      const claims = await verifyJwsAccessToken(token, {
        jwksFetch: jwksUri,
        verifyOptions: {
          issuer,
          audience: this.#config.clientId,
          algorithms: [...algorithms],
          clockTolerance: CLOCK_TOLERANCE_S,
        },
      });
      if (nonce !== undefined && claims['nonce'] === nonce) return true;
      log('OIDC: the ID token is for another sign-in: its nonce differs.');
    } catch (error) {
      log(`OIDC: the ID token cannot be used: ${error instanceof Error ? error.message : 'unknown error'}.`);
    }
    return false;
  }

  #fetchBy(method: SecretMethod, { code, redirectURI, codeVerifier }: CodeRequest) {
    const { clientId, clientSecret } = this.#config;
    return validateAuthorizationCode({
      code,
      redirectURI,
      ...(codeVerifier !== undefined && { codeVerifier }),
      options: { clientId, clientSecret },
      tokenEndpoint: this.#description.tokenEndpoint,
      tokenEndpointAuth: { method },
    });
  }
}

/** The unchecked header of a token. */
function headerOf(token: string): Record<string, unknown> {
  try {
    const header: unknown = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
    return isRecord(header) ? header : {};
  } catch {
    return {};
  }
}

function textOf(error: unknown, code: unknown): string {
  if (code === 'invalid_client')
    return 'OIDC: the provider does not know this client (invalid_client). Check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.';
  if (typeof code === 'string')
    return `OIDC: the provider gave no tokens for the code: ${code.slice(0, 100)}.`;
  if (error instanceof Error) return `OIDC: the provider gave no tokens for the code: ${error.message}`;
  const status = isRecord(error) ? Number(error['status']) : Number.NaN;
  return `OIDC: the provider gave no tokens for the code, and answered ${status}.`;
}
