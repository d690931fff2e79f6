import { existsSync } from 'node:fs';
import { z } from 'zod';

export function urlSchema(protocols: readonly string[], message: string) {
  return z.string().refine((text) => parseUrl(text, protocols) !== null, message);
}

export function isOrigin(text: string): boolean {
  const url = parseUrl(text, ['http:', 'https:']);
  return url !== null && (url.href === `${url.origin}/` || url.href === url.origin);
}

/**
 * Of the TLS modes of PostgreSQL's own tools, those that mean something: `allow` and `prefer` would go on in the clear when
 * somebody between says that the server has no TLS.
 */
const TLS_MODES = ['disable', 'require', 'verify-ca', 'verify-full'];

/** The address of a PostgreSQL, with the parameters `sslmode`, `sslrootcert`, `sslcert` and `sslkey` of its own tools. */
export function postgresUrlSchema() {
  return urlSchema(['postgres:', 'postgresql:'], 'must start with postgres://').superRefine(
    (text, context) => {
      const parameters = URL.parse(text)?.searchParams;
      const mode = parameters?.get('sslmode') ?? null;
      if (mode !== null && !TLS_MODES.includes(mode)) {
        context.addIssue(`must have an sslmode of ${TLS_MODES.join(', ')}, or none for no TLS`);
      }
      if (mode === 'verify-ca' && !parameters?.has('sslrootcert')) {
        context.addIssue('must have an sslrootcert with the sslmode verify-ca');
      }
      for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
        const path = parameters?.get(name) ?? null;
        // The authorities that everybody trusts.
        if (path === null || path === 'system') continue;
        if (mode === null || mode === 'disable') context.addIssue(`must have an sslmode with ${name}`);
        if (!existsSync(path)) context.addIssue(`names an ${name} that is not there: ${path}`);
      }
    },
  );
}

function parseUrl(text: string, protocols: readonly string[]): URL | null {
  const url = URL.parse(text);
  return url !== null && protocols.includes(url.protocol) ? url : null;
}

/** A storage for photos. */
export interface StorageConfig {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  /** Without a slash at its end. */
  readonly bucketUrl: string;
}

/** What STORAGE_URL says; null when it is not as it should be. Key and secret are percent-encoded in it. */
export function parseStorageUrl(text: string): StorageConfig | null {
  const url = parseUrl(text, ['s3:', 's3+http:']);
  const bucket = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(url?.pathname ?? '')?.[1];
  if (!url || bucket === undefined || url.username === '' || url.password === '' || url.host === '')
    return null;
  const scheme = url.protocol === 's3:' ? 'https' : 'http';
  const accessKeyId = decode(url.username);
  const secretAccessKey = decode(url.password);
  if (accessKeyId === null || secretAccessKey === null) return null;
  return {
    accessKeyId,
    secretAccessKey,
    region: url.searchParams.get('region') ?? 'us-east-1',
    bucketUrl: `${scheme}://${url.host}/${bucket}`,
  };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
