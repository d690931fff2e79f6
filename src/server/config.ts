import { resolve } from 'node:path';
import { z } from 'zod';

import { SunglowError } from '#src/domain/errors.ts';

/** The environment holds a value Sunglow cannot run with. The message is one line, and never repeats a secret. */
export class ConfigError extends SunglowError {
  constructor(message: string) {
    super('BAD_CONFIG', message);
  }
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/**
 * Every setting, all optional: what it accepts (`schema`), what it is without (`default`), and what it does (`about`).
 * The README's table says the same.
 */
export const SETTINGS = {
  PORT: {
    about: 'Port to serve on.',
    default: '8080',
    schema: z.coerce.number('must be a whole number from 1 to 65535').pipe(portSchema()).default(8080),
  },
  HOST: {
    about:
      'Address to listen on. `localhost` is this machine alone (IPv4 and IPv6); `0.0.0.0` or `::` is everyone.',
    default: 'localhost',
    schema: z.string().regex(/^\S+$/, 'must be a host name or an address').default('localhost'),
  },
  DATA_DIR: {
    about: 'Folder for the database file and the generated secret. One server at a time.',
    default: './data',
    schema: z.string().default('./data'),
  },
  DATABASE_URL: {
    about: 'PostgreSQL to use instead of the database file: `postgres://user:password@host/database`.',
    default: 'none: a file in DATA_DIR',
    schema: z
      .string()
      .refine((text) => parseUrl(text, ['postgres:', 'postgresql:']) !== null, 'must start with postgres://')
      .optional(),
  },
  PUBLIC_URL: {
    about: 'Where browsers find this server. Use https for anything but localhost.',
    default: 'http://localhost:PORT',
    schema: z
      .string()
      .refine(isOrigin, 'must look like https://sunglow.example.com, without a path')
      .optional(),
  },
  AUTH_SECRET: {
    about: 'Signs the session cookies: 32 characters or more, the same on every server.',
    default: 'generated, kept in DATA_DIR/secret; required with DATABASE_URL',
    schema: z.string().min(32, 'must have 32 characters or more; try: openssl rand -base64 32').optional(),
  },
  TRUSTED_PROXY_HEADER: {
    about:
      "Header in which your proxy, and nobody else, puts the client's address, such as `X-Forwarded-For`.",
    default: 'none: the address of the connection',
    schema: z
      .string()
      .regex(/^[A-Za-z0-9-]+$/, 'must be the name of a header, such as X-Forwarded-For')
      .optional(),
  },
  LOG_LEVEL: {
    about: `What to log, as JSON lines on standard output: ${LOG_LEVELS.join(', ')}.`,
    default: 'warn',
    schema: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('warn'),
  },
} satisfies Record<string, { about: string; default: string; schema: z.ZodType }>;

export interface Config {
  readonly port: number;
  /** `localhost` means both 127.0.0.1 and ::1. */
  readonly host: string;
  /** Absolute path. */
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** Origin (scheme, host, port) that browsers reach the server by. */
  readonly publicUrl: string;
  /** Origins that may open the socket and change anything; holds `publicUrl`. */
  readonly allowedOrigins: readonly string[];
  /** 32 characters or more; null when one is to be kept in `dataDir`. */
  readonly authSecret: string | null;
  /** In lower case. */
  readonly trustedProxyHeader: string | null;
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

const SECRETS: readonly string[] = ['AUTH_SECRET', 'DATABASE_URL'];

/** Reads the settings from `environment`; an empty value counts as none. Throws ConfigError for the first wrong one. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const read = <Name extends keyof typeof SETTINGS>(
    name: Name,
  ): z.output<(typeof SETTINGS)[Name]['schema']> => {
    const value = environment[name] === '' ? undefined : environment[name];
    const result = SETTINGS[name].schema.safeParse(value);
    if (result.success) return result.data as z.output<(typeof SETTINGS)[Name]['schema']>;
    const given = SECRETS.includes(name) ? '' : ` (it is ${JSON.stringify(value)})`;
    throw new ConfigError(`${name} ${result.error.issues[0]?.message ?? 'is wrong'}${given}.`);
  };

  const port = read('PORT');
  const publicUrl = read('PUBLIC_URL');
  const databaseUrl = read('DATABASE_URL') ?? null;
  const authSecret = read('AUTH_SECRET') ?? null;
  if (databaseUrl !== null && authSecret === null) {
    throw new ConfigError('AUTH_SECRET must be set when DATABASE_URL is, the same on every server.');
  }
  return {
    port,
    host: read('HOST'),
    dataDir: resolve(read('DATA_DIR')),
    databaseUrl,
    publicUrl: publicUrl === undefined ? `http://localhost:${port}` : new URL(publicUrl).origin,
    allowedOrigins: publicUrl === undefined ? localOrigins(port) : [new URL(publicUrl).origin],
    authSecret,
    trustedProxyHeader: read('TRUSTED_PROXY_HEADER')?.toLowerCase() ?? null,
    logLevel: read('LOG_LEVEL'),
  };
}

/** Whoever runs Sunglow untouched may type any of the names of the own machine. */
function localOrigins(port: number): string[] {
  return ['localhost', '127.0.0.1', '[::1]'].map((host) => new URL(`http://${host}:${port}`).origin);
}

function portSchema() {
  return z
    .number()
    .int('must be a whole number from 1 to 65535')
    .min(1, 'must be from 1 to 65535')
    .max(65_535, 'must be from 1 to 65535');
}

function isOrigin(text: string): boolean {
  const url = parseUrl(text, ['http:', 'https:']);
  return url !== null && (url.href === `${url.origin}/` || url.href === url.origin);
}

function parseUrl(text: string, protocols: readonly string[]): URL | null {
  const url = URL.parse(text);
  return url !== null && protocols.includes(url.protocol) ? url : null;
}
