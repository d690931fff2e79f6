import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Context } from 'hono';

import { isAddress } from '#src/domain/addresses.ts';
import { NOT_FOUND } from './error-body.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** The folder where Vite puts files named by their content. */
const HASHED = '/assets/';

/** The placeholder for the server's address in the documents. Other sites need the full address. */
const PUBLIC_URL = '%PUBLIC_URL%';

/** The path where browsers look for the icon of a document without one, such as a photo opened by itself. */
const ICON_ASKED_UNTOLD = '/favicon.ico';

const NOT_BUILT = 'The web app is not built. Run: npm run build\n';

interface StaticFile {
  readonly body: Uint8Array<ArrayBuffer>;
  /** The compressed body. Null when it is not smaller. */
  readonly brotli: Uint8Array<ArrayBuffer> | null;
  readonly type: string;
  readonly etag: string;
}

/**
 * Serves the files below `folder` as of the start. They are few and small, so memory keeps them. An unknown
 * path reads no file, even with `..`, `%2F` or a partial escape.
 */
export class StaticFiles {
  readonly #files: ReadonlyMap<string, StaticFile>;

  /** `publicUrl`: the server's origin in browsers. */
  constructor(folder: string, publicUrl: string) {
    this.#files = readFiles(folder, publicUrl);
  }

  /**
   * Answers a GET: `/` with the landing page, a known path with its file, and any other path with the app.
   * The app has its own page for unknown paths, with status 404.
   */
  answer(c: Context): Response {
    const path = c.req.path;
    const file = this.#files.get(path === ICON_ASKED_UNTOLD ? '/favicon.svg' : path);
    if (file && !isDocument(path)) return send(c, file, path.startsWith(HASHED));
    if (path.startsWith(HASHED)) {
      // A tab of an older version would run the app as a script.
      return c.json(NOT_FOUND, 404);
    }
    const document = this.#files.get(path === '/' ? '/landing.html' : '/index.html');
    if (!document) return c.text(NOT_BUILT, 503);
    // The service worker asks for the app by its own name.
    return send(c, document, false, isAddress(path) || path === '/index.html' ? 200 : 404);
  }
}

function send(c: Context, file: StaticFile, immutable: boolean, status: 200 | 404 = 200): Response {
  const brotli = acceptsBrotli(c.req.header('accept-encoding')) ? file.brotli : null;
  const etag = brotli ? `"${file.etag}-br"` : `"${file.etag}"`;
  const headers: Record<string, string> = {
    'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag,
    vary: 'accept-encoding',
  };
  if (status === 200 && c.req.header('if-none-match') === etag) return c.body(null, 304, headers);
  headers['content-type'] = file.type;
  if (brotli) headers['content-encoding'] = 'br';
  const body = brotli ?? file.body;
  headers['content-length'] = String(body.byteLength);
  return c.body(body, status, headers);
}

function acceptsBrotli(header: string | undefined): boolean {
  return /(?:^|,)\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i.test(header ?? '');
}

function isDocument(path: string): boolean {
  return path.endsWith('.html');
}

function readFiles(folder: string, publicUrl: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  if (!existsSync(folder)) return files;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    // `.vite` is hidden, as it holds the build's own notes.
    const isHidden = relative(folder, path)
      .split(sep)
      .some((part) => part.startsWith('.'));
    if (!entry.isFile() || isHidden || path.endsWith('.br')) continue;
    const { body, brotli } = isDocument(path) ? readDocument(path, publicUrl) : readFile(path);
    files.set(`/${relative(folder, path).split(sep).join('/')}`, {
      body,
      brotli,
      type: TYPES[extname(path)] ?? 'application/octet-stream',
      etag: createHash('sha256').update(body).digest('base64url').slice(0, 22),
    });
  }
  return files;
}

function readFile(path: string): Pick<StaticFile, 'body' | 'brotli'> {
  return {
    body: readFileSync(path),
    brotli: existsSync(`${path}.br`) ? readFileSync(`${path}.br`) : null,
  };
}

/** Documents are compressed at the start, as only the server knows the public address. */
function readDocument(path: string, publicUrl: string): Pick<StaticFile, 'body' | 'brotli'> {
  const body = Buffer.from(readFileSync(path, 'utf8').replaceAll(PUBLIC_URL, publicUrl));
  return { body, brotli: brotliCompressSync(body) };
}
