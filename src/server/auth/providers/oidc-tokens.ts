import { validateAuthorizationCode, verifyJwsAccessToken } from '@better-auth/core/oauth2';
import { SunglowError } from '#src/domain/errors.ts';
import { isRecord } from '#src/domain/is-record.ts';
import type { OidcConfig } from '#src/server/config/config.ts';
import { isSymmetric, type Description, type SecretMethod } from './oidc-discovery.ts';
import { noteProblem } from './provider-problem.ts';

/** How far (s) the provider's clock may be apart from ours. */
const CLOCK_TOLERANCE_S = 60;

/** What the provider gave for a code, or said about it, cannot be used. Its message says to the operator why. */
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

/** Fetches tokens for codes, and checks them, as a provider wants it. */
export class OidcTokens {
  readonly #config: OidcConfig;
  readonly #description: Description;
  /** The one that the provider took last comes first. */
  #methods: readonly SecretMethod[];

  constructor(config: OidcConfig, description: Description) {
    this.#config = config;
    this.#description = description;
    this.#methods = description.secretMethods;
  }

  /**
   * Providers say how clients in general may send their secrets, and some take from each client one way alone. A client that was not
   * recognised has not used up its code, so the other way is tried.
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
        // A code that is too old, or was used, is the user's to repeat. All else is the operator's.
        if (code !== 'invalid_grant') noteProblem('PROVIDER_FAILED');
        throw new ProviderAnswer(textOf(error, code));
      }
    }
    throw new ProviderAnswer('OIDC: the provider takes no client secret.');
  }

  /** Whether the ID token is the provider's, for this sign-in. What is wrong with it comes to `log`. */
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

/** What a token says of itself, before it is checked. */
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
