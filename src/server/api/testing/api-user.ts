import { z } from 'zod';
import type { AddedToken } from '#src/domain/identity/access-token.ts';
import { newId } from '#src/domain/id.ts';
import { ENDPOINTS } from '#src/server/api/endpoints.ts';
import { codesOf } from '#src/server/api/openapi.ts';
import { PROBLEM_CODES, statusOf, type ProblemCode } from '#src/server/api/problem.ts';
import type { TestBrowser, TestServer } from '#src/server/testing/processes/test-server.ts';

/** An answer of the API. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ApiBody;
}

export interface ApiBody {
  readonly [name: string]: unknown;
  readonly id?: string;
  readonly code?: string;
  readonly items?: readonly ApiBody[];
  readonly next?: string | null;
}

/** A client of the API with one token. */
export class ApiClient {
  readonly #url: string;
  readonly token: string;

  constructor(url: string, token: string) {
    this.#url = url;
    this.token = token;
  }

  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers({ authorization: `Bearer ${this.token}` });
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    return fetch(`${this.#url}/api/v1${path}`, { ...init, headers });
  }

  async ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer> {
    const response = await this.fetch(path, {
      method,
      headers,
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const answer = {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as ApiBody,
    };
    holdToSchema(method, path, answer);
    return answer;
  }

  get(path: string): Promise<ApiAnswer> {
    return this.ask('GET', path);
  }

  /** The items of all pages of a list. */
  async all(path: string, limit = 100): Promise<ApiBody[]> {
    const items: ApiBody[] = [];
    for (let cursor = ''; ;) {
      const { body } = await this.get(`${path}${path.includes('?') ? '&' : '?'}limit=${limit}${cursor}`);
      items.push(...(body.items ?? []));
      if (typeof body.next !== 'string') return items;
      cursor = `&cursor=${body.next}`;
    }
  }

  /** The id of what a successful write added or changed. */
  async write(method: string, path: string, body?: unknown): Promise<string> {
    const answer = await this.ask(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.id ?? '';
  }
}

/** Throws for an answer that the table of endpoints does not declare (rule A1). */
function holdToSchema(method: string, path: string, { status, headers, body }: ApiAnswer): void {
  const own = path.split('?', 1)[0] ?? '';
  const isOf = (of: string) => new RegExp(`^${of.replace('{id}', '[^/]+')}$`).test(own);
  const endpoint = ENDPOINTS.find((each) => each.method === method && isOf(each.path));
  if (!endpoint) return;
  if (status >= 400) {
    const { code, ...problem } = PROBLEM.parse(body);
    if (statusOf(code) !== status || problem.status !== status || !codesOf(endpoint).includes(code))
      throw new Error(`${method} ${path} answers ${status} ${code}, which it does not declare.`);
    return;
  }
  if (status !== endpoint.status || !headers.has('ratelimit'))
    throw new Error(`${method} ${path} answers ${status}.`);
  endpoint.output.parse(body);
}

const PROBLEM = z.looseObject({
  type: z.string().startsWith('/api/docs#'),
  title: z.string().min(1),
  status: z.int(),
  code: z.enum(PROBLEM_CODES as [ProblemCode, ...ProblemCode[]]),
  detail: z.string().min(1),
});

/** A new user of a server, with their browser and a token for everything. */
export async function apiUser(server: TestServer) {
  const browser = server.browser();
  const signedUp = await browser.signUp(`${newId()}@example.com`);
  if (!signedUp.ok) throw new Error(await signedUp.text());
  const userId = (await browser.session())?.user.id ?? '';
  const client = async (more: object = {}) => new ApiClient(server.url, (await addToken(browser, more)).text);
  return { browser, userId, client, api: await client() };
}

export async function addToken(browser: TestBrowser, more: object = {}): Promise<AddedToken> {
  const answer = await browser.post('/api/tokens', { name: 'Script', scope: 'write', ...more });
  if (answer.status !== 201) throw new Error(await answer.text());
  return (await answer.json()) as AddedToken;
}
