import { SunglowError } from '#src/domain/errors.ts';
import { isRecord } from '#src/domain/is-record.ts';

/** The ways for a client to send its secret, in the order of trying. */
const SECRET_METHODS = ['client_secret_basic', 'client_secret_post'] as const;

export type SecretMethod = (typeof SECRET_METHODS)[number];

/** The parts of an OpenID Connect provider's description that Sunglow needs. */
export interface Description {
  readonly issuer: string;
  readonly tokenEndpoint: string;
  readonly jwksUri: string;
  /** At least one. */
  readonly secretMethods: readonly SecretMethod[];
  /**
   * At least one, and only algorithms with a key pair: a shared secret that checks signatures can also make
   * them.
   */
  readonly algorithms: readonly string[];
}

/** Thrown for an unusable provider; the message tells the operator why. */
export class UnusableProvider extends SunglowError {
  /** True when it signs only by a shared secret. */
  readonly signsWithSecret: boolean;

  constructor(message: string, { signsWithSecret = false, ...options }: UnusableOptions = {}) {
    super('UNUSABLE_PROVIDER', message, options);
    this.signsWithSecret = signsWithSecret;
  }
}

interface UnusableOptions extends ErrorOptions {
  readonly signsWithSecret?: boolean;
}

export function isSymmetric(algorithm: string): boolean {
  return algorithm === 'none' || algorithm.startsWith('HS');
}

/** Reads the description of the provider at `issuer` (without a trailing slash). Throws UnusableProvider. */
export async function describeProvider(issuer: string): Promise<Description> {
  const url = `${issuer}/.well-known/openid-configuration`;
  const metadata = await read(url);
  const text = (name: string): string => {
    const value = metadata[name];
    if (typeof value === 'string' && URL.canParse(value)) return value;
    throw new UnusableProvider(
      `OIDC_ISSUER: ${url} names no ${name}. Set OIDC_ISSUER to an OpenID Connect provider.`,
    );
  };
  const itself = text('issuer');
  if (withoutSlash(itself) !== issuer)
    throw new UnusableProvider(`OIDC_ISSUER is ${issuer}, which says that it is ${itself}. Set it to that.`);
  return {
    issuer: itself,
    tokenEndpoint: text('token_endpoint'),
    jwksUri: text('jwks_uri'),
    secretMethods: secretMethodsOf(textsIn(metadata, 'token_endpoint_auth_methods_supported')),
    algorithms: algorithmsOf(textsIn(metadata, 'id_token_signing_alg_values_supported')),
  };
}

export function withoutSlash(issuer: string): string {
  return issuer.replace(/\/$/, '');
}

async function read(url: string): Promise<Record<string, unknown>> {
  const response = await fetch(url, { headers: { accept: 'application/json' } }).catch((error: unknown) => {
    throw new UnusableProvider(`OIDC_ISSUER: ${url} could not be reached.`, { cause: error });
  });
  if (!response.ok) throw new UnusableProvider(`OIDC_ISSUER: ${url} answered ${response.status}.`);
  const metadata: unknown = await response.json().catch(() => null);
  if (!isRecord(metadata)) throw new UnusableProvider(`OIDC_ISSUER: ${url} answered with no JSON object.`);
  return metadata;
}

/** A provider that lists none takes `client_secret_basic` (OpenID Connect Discovery 1.0, 3). */
function secretMethodsOf(supported: readonly string[] | null): readonly SecretMethod[] {
  const methods = SECRET_METHODS.filter((method) => (supported ?? ['client_secret_basic']).includes(method));
  if (methods.length > 0) return methods;
  throw new UnusableProvider(
    `OIDC_ISSUER takes a client's secret by ${supported?.join(', ')} alone. Have it take client_secret_basic or client_secret_post.`,
  );
}

function algorithmsOf(supported: readonly string[] | null): readonly string[] {
  const algorithms = (supported ?? ['RS256']).filter((algorithm) => !isSymmetric(algorithm));
  if (algorithms.length > 0) return algorithms;
  throw new UnusableProvider(
    `OIDC_ISSUER signs ID tokens with ${supported?.join(', ')} alone. Have it sign with a key pair: RS256 or ES256.`,
    { signsWithSecret: true },
  );
}

function textsIn(metadata: Record<string, unknown>, name: string): readonly string[] | null {
  const list = metadata[name];
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : null;
}
