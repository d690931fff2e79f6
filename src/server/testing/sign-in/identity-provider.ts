import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Provider, type Configuration } from 'oidc-provider';
import { freePort } from '#src/server/testing/processes/free-port.ts';
import { ProviderMemory } from './provider-memory.ts';

const CLIENT = { id: 'sunglow', secret: 'the-secret-that-Sunglow-has-there' };

const DISCOVERY = '/.well-known/openid-configuration';

/** A user of the provider, by the name they sign in with. */
export interface IdentityAccount {
  readonly email: string;
  readonly email_verified: boolean | string;
  readonly name?: string;
  readonly picture?: string;
}

/** The differences of a provider from a usual one. */
export interface IdentityTraits {
  /** The methods for clients to send their secrets; by default both. */
  readonly methods?: readonly ('client_secret_basic' | 'client_secret_post')[];
  /** The methods listed in its metadata, if they differ. */
  readonly says?: readonly string[];
  /** The method required of this client. */
  readonly method?: 'client_secret_basic' | 'client_secret_post';
  readonly signsWith?: 'RS256' | 'HS256';
  /** The ms that its clock is ahead of ours: its ID tokens are not valid yet. */
  readonly aheadMs?: number;
}

/** An OpenID Connect provider that signs users in by name alone. */
export class IdentityProvider {
  readonly issuer: string;
  readonly accounts = new Map<string, IdentityAccount>();
  readonly #port: number;
  readonly #key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  readonly #redirectUris: string[] = [];
  #server: Server | null = null;

  readonly #traits: IdentityTraits;

  private constructor(port: number, traits: IdentityTraits) {
    this.#port = port;
    this.#traits = traits;
    this.issuer = `http://localhost:${port}`;
  }

  /** A provider that is not running yet. */
  static async create(traits: IdentityTraits = {}): Promise<IdentityProvider> {
    return new IdentityProvider(await freePort(), traits);
  }

  static async start(): Promise<IdentityProvider> {
    const provider = await IdentityProvider.create();
    await provider.start();
    return provider;
  }

  /** The settings that make Sunglow sign users in here. */
  get settings() {
    return {
      OIDC_ISSUER: this.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: 'Example ID',
    };
  }

  /** Registers the Sunglow at `publicUrl`. Only before the provider runs; it may serve several. */
  register(publicUrl: string): void {
    this.#redirectUris.push(`${publicUrl}/api/auth/callback/oidc`);
  }

  async start(): Promise<void> {
    const provider = new Provider(this.issuer, this.#configuration());
    const answer = provider.callback();
    this.#server = createServer((request, response) => {
      if (this.#traits.says && request.url === DISCOVERY) return this.#describe(response, this.#traits.says);
      if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
      void interact(provider, request, response);
    });
    this.#server.listen(this.#port, 'localhost');
    await once(this.#server, 'listening');
  }

  async stop(): Promise<void> {
    if (!this.#server) return;
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
    this.#server = null;
  }

  /**
   * Follows a browser's way from `url`, signs in as `login`, and returns the address that it leads back to.
   */
  async signIn(url: string, login: string): Promise<string> {
    return this.#go(url, { login });
  }

  /** The same for a user who cancels. */
  async reject(url: string): Promise<string> {
    return this.#go(url, { cancel: 'yes' });
  }

  async #go(start: string, form: Record<string, string>): Promise<string> {
    const cookies = new Map<string, string>();
    const visit = async (url: string, init: RequestInit = {}) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(url, { redirect: 'manual', headers: { cookie }, ...init });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      return new URL(response.headers.get('location') ?? '', url).href;
    };
    let url = await visit(start);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    url = await visit(url, { method: 'POST', body: new URLSearchParams(form), headers: { cookie } });
    while (url.startsWith(this.issuer)) url = await visit(url);
    return url;
  }

  #describe(response: ServerResponse, says: readonly string[]): void {
    const { issuer } = this;
    const description = {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/me`,
      jwks_uri: `${issuer}/jwks`,
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: says,
    };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(description));
  }

  #configuration(): Configuration {
    const {
      methods = ['client_secret_basic', 'client_secret_post'],
      method = 'client_secret_post',
      signsWith = 'RS256',
      aheadMs = 0,
    } = this.#traits;
    const notBefore = () => ({ nbf: Math.floor((Date.now() + aheadMs) / 1_000) });
    return {
      adapter: ProviderMemory,
      jwks: { keys: [this.#key] },
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: this.#redirectUris,
          token_endpoint_auth_method: method,
          id_token_signed_response_alg: signsWith,
        },
      ],
      clientAuthMethods: [...methods],
      enabledJWA: { idTokenSigningAlgValues: [signsWith] },
      claims: { openid: ['sub', 'nbf'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
      cookies: { keys: ['a key for the cookies of a test'] },
      ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      findAccount: (_context, id) => {
        const account = this.accounts.get(id);
        return account && { accountId: id, claims: () => ({ sub: id, ...notBefore(), ...account }) };
      },
      // Without asking the user for consent.
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({
          ...(oidc.client && { clientId: oidc.client.clientId }),
          ...(oidc.session?.accountId && { accountId: oidc.session.accountId }),
        });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    };
  }
}

const PAGE = `<!doctype html><title>Example ID</title><link rel="icon" href="data:,"><h1>Example ID</h1>
<form method="post"><label>Name <input name="login"></label> <button>Continue</button></form>
<form method="post"><input type="hidden" name="cancel" value="yes"><button>Cancel</button></form>`;

async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  if (request.method === 'GET') {
    response.setHeader('content-type', 'text/html').end(PAGE);
    return;
  }
  const form = new URLSearchParams(await text(request));
  const login = form.get('login');
  await provider.interactionFinished(
    request,
    response,
    login === null
      ? { error: 'access_denied', error_description: '<b>No</b>' }
      : { login: { accountId: login } },
  );
}
