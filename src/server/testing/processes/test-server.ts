import { readConfig } from '#src/server/config/config.ts';
import type { ScryptCost } from '#src/server/auth/passwords/password-hash.ts';
import type { DatabaseOptions } from '#src/server/db/database.ts';
import { createLog } from '#src/server/log/log.ts';
import { startServer } from '#src/server/server.ts';
import { freePort } from './free-port.ts';
import { LOW_COST } from './low-cost.ts';

export const PASSWORD = 'correct horse battery';

export interface TestServer {
  readonly url: string;
  /** The beginning of its links. */
  readonly publicUrl: string;
  /**
   * A browser's HTTP: it keeps cookies, and sends the origin of its requests. `headers` are added to all of
   * them.
   */
  browser(headers?: Record<string, string>): TestBrowser;
  /** The warnings and errors of its log, one per line. */
  logged(): readonly string[];
  stop(): Promise<void>;
}

export interface TestServerOptions {
  readonly settings?: Record<string, string>;
  /** The folder of the built web app. */
  readonly web?: string;
  /** The cost of hashing passwords; by default low. */
  readonly passwordCost?: ScryptCost;
  /** Gets the lines that the server would print. */
  readonly print?: (line: string) => void;
}

/** Starts a whole server in this process, on a free port, over the database at `where`. */
export async function startTestServer(
  where: DatabaseOptions,
  { settings = {}, ...surroundings }: TestServerOptions = {},
): Promise<TestServer> {
  const port = await freePort();
  const config = readConfig({
    PORT: String(port),
    AUTH_SECRET: 'a secret of more than thirty-two characters',
    LOG_LEVEL: 'warn',
    ...(where.databaseUrl === null ? { DATA_DIR: where.dataDir } : { DATABASE_URL: where.databaseUrl }),
    ...settings,
  });
  const lines: string[] = [];
  const log = createLog(config.logLevel, { write: (line) => void lines.push(line) });
  const server = await startServer(config, log, {
    passwordCost: LOW_COST,
    ...surroundings,
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    publicUrl: config.publicUrl,
    browser: (headers) => new TestBrowser(url, headers),
    logged: () => lines,
    stop: () => server.stop(),
  };
}

export class TestBrowser {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  readonly #cookies = new Map<string, string>();

  constructor(url: string, headers: Record<string, string> = {}) {
    this.#url = url;
    this.#headers = headers;
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** The names of its cookies. */
  cookies(): readonly string[] {
    return [...this.#cookies.keys()];
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers({ ...this.#headers, origin: this.#url, cookie: this.cookie });
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    const response = await fetch(`${this.#url}${path}`, { redirect: 'manual', ...init, headers });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return this.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  }

  signUp(email: string, password = PASSWORD): Promise<Response> {
    return this.post('/api/auth/sign-up/email', { name: 'Ada', email, password });
  }

  signIn(email: string, password = PASSWORD, headers: Record<string, string> = {}): Promise<Response> {
    return this.post('/api/auth/sign-in/email', { email, password }, headers);
  }

  async session(): Promise<{ user: { id: string; email: string } } | null> {
    const response = await this.fetch('/api/auth/get-session');
    return (await response.json()) as { user: { id: string; email: string } } | null;
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', value = ''] = pair.split('=');
    if (attributes.includes('Max-Age=0')) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}
