import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** A request that none of our pages sends. */
export interface HostileRequest {
  readonly method: string;
  readonly path: string;
  /** The type of the body; '' for none. */
  readonly type?: string;
  readonly body?: string | Buffer;
  readonly isChunked?: boolean;
}

const SERVER = join(import.meta.dirname, '../..');
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];
const TYPES = ['', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', ';;=,'];
/** Every field that any route reads. */
const FIELDS =
  'id name email newEmail password newPassword currentPassword token code phoneNumber country userId provider response'.split(
    ' ',
  );
const ILL_FORMED = ['"\\ud800"', '"a\\u0000b"'];
const VALUES = [...ILL_FORMED, 'null', '[]', '{}', '1e999', 'true', '""', '"__proto__"'];
const DEEP = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
const BODIES = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '7',
  '\ufeff{}',
  DEEP,
  `{"email":${DEEP}}`,
  '{"__proto__":{"id":"x"}}',
  Buffer.from('{"\xff":1}', 'latin1'),
  'x'.repeat(20_000),
  ...VALUES.map((value) => bodyOf(() => value)),
  // The email, which is checked first, is valid.
  ...ILL_FORMED.map((value) => bodyOf((name) => (/email/i.test(name) ? '"ada@example.com"' : value))),
];
const ADDRESSES = [
  '/%',
  '//',
  '/photos/%00',
  '/photos/..%2f..%2fsecret',
  '/api/auth/%ff',
  '/api/auth//',
  '/api/auth/sessions?x=%ff',
  '/api/auth/callback/google?state=%ff&code=%00',
];

function bodyOf(valueOf: (name: string) => string): string {
  return `{${FIELDS.map((name) => `"${name}":${valueOf(name)}`).join(',')}}`;
}

/** Every text in the files of routes that looks like a path. */
function paths(): string[] {
  const inFile = (file: string, prefix: string) =>
    [...readFileSync(join(SERVER, file), 'utf8').matchAll(/['`](\/[^'`\s]*)['`]/g)].map(
      ([, path = '']) => prefix + path.replaceAll(/:\w+|\*|\$\{\w+\}/g, 'google'),
    );
  const routes = readdirSync(join(SERVER, 'auth/routes')).filter((name) => name.endsWith('-routes.ts'));
  return [
    ...new Set([
      ...routes.flatMap((name) => inFile(`auth/routes/${name}`, '/api/auth')),
      ...inFile('photos/photo-routes.ts', '/api/account'),
      ...inFile('photos/photo-routes.ts', '/photos'),
      ...inFile('app.ts', ''),
      ...inFile('http/health.ts', ''),
    ]),
  ];
}

/** Wrong methods, bodies, types and addresses, for every path. */
export function* hostileRequests(): Generator<HostileRequest> {
  for (const path of paths()) {
    for (const method of METHODS) {
      yield { method, path };
      yield { method, path, body: '{}', isChunked: true };
      yield { method, path, body: '', isChunked: true };
    }
    for (const body of BODIES) yield { method: 'POST', path, body };
    for (const method of ['PUT', 'DELETE']) for (const body of ['null', DEEP]) yield { method, path, body };
    for (const type of TYPES)
      for (const isChunked of [false, true])
        yield { method: 'POST', path, type, body: '{"email":"ada@example.com"}', isChunked };
    yield { method: 'POST', path, body: 'x'.repeat(20_000), isChunked: true };
  }
  for (const path of ADDRESSES) for (const method of METHODS) yield { method, path };
}

/** Sends it with these additional headers; returns the status and the body of the answer. */
export function sendHostile(
  url: string,
  { method, path, type = 'application/json', body, isChunked = false }: HostileRequest,
  headers: Readonly<Record<string, string>>,
): Promise<[number, string]> {
  const { hostname, port, origin } = new URL(url);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        hostname,
        port,
        method,
        path,
        headers: {
          origin,
          ...headers,
          ...(body !== undefined && type !== '' && { 'content-type': type }),
          ...(body !== undefined && !isChunked && { 'content-length': Buffer.byteLength(body) }),
          ...(isChunked && { 'transfer-encoding': 'chunked' }),
        },
      },
      (answer) => void text(answer).then((told) => resolve([answer.statusCode ?? 0, told]), reject),
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
