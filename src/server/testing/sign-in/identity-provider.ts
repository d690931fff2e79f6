import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Provider, type Configuration } from 'oidc-provider';
import { freePort } from '#src/server/testing/processes/free-port.ts';
import { ProviderMemory } from './provider-memory.ts';

const CLIENT = { id: 'sunglow', secret: 'the-secret-that-Sunglow-has-there' };

/** Somebody known there, by the name they sign in with. */
export interface IdentityAccount {
  readonly email: string;
  readonly email_verified: boolean | string;
  readonly name?: string;
  readonly picture?: string;
}

/** An OpenID Connect provider at which everybody signs in by their name alone. */
export class IdentityProvider {
  readonly issuer: string;
  readonly accounts = new Map<string, IdentityAccount>();
  readonly #port: number;
  readonly #key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  readonly #redirectUris: string[] = [];
  #server: Server | null = null;

  private constructor(port: number) {
    this.#port = port;
    this.issuer = `http://localhost:${port}`;
  }

  /** One that does not run yet. */
  static async create(): Promise<IdentityProvider> {
    return new IdentityProvider(await freePort());
  }

  static async start(): Promise<IdentityProvider> {
    const provider = await IdentityProvider.create();
    await provider.start();
    return provider;
  }

  /** The settings with which Sunglow signs in here. */
  get settings() {
    return {
      OIDC_ISSUER: this.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: 'Example ID',
    };
  }

  /** Registers the Sunglow that browsers reach at `publicUrl`, as long as this does not run; it may serve several. */
  register(publicUrl: string): void {
    this.#redirectUris.push(`${publicUrl}/api/auth/callback/oidc`);
  }

  async start(): Promise<void> {
    const provider = new Provider(this.issuer, this.#configuration());
    const answer = provider.callback();
    this.#server = createServer((request, response) => {
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

  /** Goes the way of a browser from `url`, signs in as `login`, and returns where that leads back to. */
  async signIn(url: string, login: string): Promise<string> {
    return this.#go(url, { login });
  }

  /** The same, for somebody who thinks better of it. */
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

  #configuration(): Configuration {
    return {
      adapter: ProviderMemory,
      jwks: { keys: [this.#key] },
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: this.#redirectUris,
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
      cookies: { keys: ['a key for the cookies of a test'] },
      ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      findAccount: (_context, id) => {
        const account = this.accounts.get(id);
        return account && { accountId: id, claims: () => ({ sub: id, ...account }) };
      },
      // Nobody is asked what Sunglow may see.
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
