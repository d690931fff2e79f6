import { existsSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { z } from 'zod';

export function urlSchema(protocols: readonly string[], message: string) {
  return z.string().refine((text) => parseUrl(text, protocols) !== null, message);
}

/** An address that may contain a user name and a password. */
export function credentialUrlSchema(protocols: readonly string[], message: string) {
  return z
    .string()
    .refine((text) => !endsTooEarly(text), ENCODE)
    .refine((text) => parseUrl(text, protocols) !== null, message);
}

export const ENCODE =
  'must have the special characters of its user name and password encoded: # as %23, % as %25, / as %2F, ? as %3F, @ as %40';

/** True when a character of the user name or password ends the host early, or cannot be decoded. */
export function endsTooEarly(text: string): boolean {
  const url = URL.parse(text);
  const hasLaterAt = /^[^:]+:\/\/[^/?#]*[/?#].*@/.test(text);
  if (url === null) return hasLaterAt;
  const isDecodable = [url.username, url.password].every((part) => decode(part) !== null);
  // A parameter may contain an @, and an address need not have a user.
  const endsInUser = url.username === '' && /^[^:]+:\/\/[^/?#]*[/?#][^=]*@/.test(text);
  return url.hash !== '' || endsInUser || !isDecodable;
}

export function isOrigin(text: string): boolean {
  const url = parseUrl(text, ['http:', 'https:']);
  return url !== null && (url.href === `${url.origin}/` || url.href === url.origin);
}

/** True for the host of this machine, as written in URLs. */
export function isThisMachine(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\]|.*\.localhost)$/i.test(hostname);
}

const PRIVATE = new BlockList();
PRIVATE.addSubnet('10.0.0.0', 8, 'ipv4');
PRIVATE.addSubnet('172.16.0.0', 12, 'ipv4');
PRIVATE.addSubnet('192.168.0.0', 16, 'ipv4');
PRIVATE.addSubnet('fc00::', 7, 'ipv6');

/** True for a host in a private network. A name without a dot is a machine in one. */
function isPrivate(hostname: string): boolean {
  const address = hostname.replaceAll(/[[\]]/g, '');
  const version = isIP(address);
  if (version === 0) return isThisMachine(hostname) || !hostname.includes('.');
  return isThisMachine(hostname) || PRIVATE.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

/** An address that gets secrets: https, or http within a private network. */
export function secretUrlSchema() {
  return urlSchema(['https:', 'http:'], 'must start with https://').refine((text) => {
    const url = URL.parse(text);
    return url?.protocol !== 'http:' || isPrivate(url.hostname);
  }, 'must start with https://, as its host is in no private network');
}

/** A mail server; `?tls=never` sends mail to it unencrypted. */
export function smtpUrlSchema() {
  return credentialUrlSchema(['smtp:', 'smtps:'], 'must start with smtps:// or smtp://').refine((text) => {
    const url = URL.parse(text);
    const tls = url?.searchParams.get('tls') ?? null;
    return tls === null || (tls === 'never' && url?.protocol === 'smtp:');
  }, 'must have no tls but tls=never, with smtp://');
}

export interface SmtpAddress {
  readonly smtpUrl: string;
  /**
   * True when a server without STARTTLS must get no mail, since an attacker on the way could have removed its
   * offer.
   */
  readonly requireTls: boolean;
}

/** The parts of SMTP_URL. A server on this machine needs no TLS, since no attacker can be on the way. */
export function parseSmtpUrl(text: string): SmtpAddress {
  const url = new URL(text);
  const isClear = url.searchParams.get('tls') === 'never';
  url.searchParams.delete('tls');
  return {
    smtpUrl: url.href,
    requireTls: url.protocol === 'smtp:' && !isClear && !isThisMachine(url.hostname),
  };
}

/**
 * The TLS modes of PostgreSQL's own tools that protect anything: `allow` and `prefer` would continue
 * unencrypted when an attacker on the way claims that the server has no TLS.
 */
const TLS_MODES = ['disable', 'require', 'verify-ca', 'verify-full'];

/**
 * The address of a PostgreSQL, with the parameters `sslmode`, `sslrootcert`, `sslcert` and `sslkey` of its
 * own tools.
 */
export function postgresUrlSchema() {
  return credentialUrlSchema(['postgres:', 'postgresql:'], 'must start with postgres://').superRefine(
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
        // `system` means the system's certificate authorities.
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
  /** Without a trailing slash. */
  readonly bucketUrl: string;
}

/** The parts of STORAGE_URL, or null if it is malformed. Its key and secret are percent-encoded. */
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
