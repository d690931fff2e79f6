import { resolve } from 'node:path';
import type { z } from 'zod';

import { SunglowError } from '#src/domain/errors.ts';
import {
  isThisMachine,
  parseSmtpUrl,
  parseStorageUrl,
  type SmtpAddress,
  type StorageConfig,
} from './addresses.ts';
import { SETTINGS, type Setting } from './settings.ts';

/** Thrown for a setting that Sunglow cannot run with. The message is one line, and never repeats a secret. */
export class ConfigError extends SunglowError {
  constructor(message: string) {
    super('BAD_CONFIG', message);
  }
}

export interface Config {
  readonly port: number;
  /** `localhost` means both 127.0.0.1 and ::1. */
  readonly host: string;
  /** Absolute path. */
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** Null when servers notify each other through PostgreSQL, or there is only one. */
  readonly redisUrl: string | null;
  /** The time in s that a stopping server continues to serve. */
  readonly drainSeconds: number;
  /** The most connections to the database. */
  readonly databasePool: number;
  /** An address of the database with permanent connections; null without `databaseUrl`. */
  readonly busDatabaseUrl: string | null;
  /** The origin (scheme, host, port) of the server in browsers. */
  readonly publicUrl: string;
  /** True when only this machine can reach the server. It may then print messages that it cannot send. */
  readonly isLocal: boolean;
  /** The origins that may open the socket and send changes; includes `publicUrl`. */
  readonly allowedOrigins: readonly string[];
  readonly hsts: Value<'HSTS'>;
  /** 32 characters or more; null when the secret is kept in `dataDir`. */
  readonly authSecret: string | null;
  /** In lower case. */
  readonly trustedProxyHeader: string | null;
  /** In lower case. */
  readonly requestIdHeader: string | null;
  /** Mutations per second of one user. */
  readonly mutationRate: number;
  /** Null for no metrics. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** Null for no traces. */
  readonly tracesUrl: string | null;
  readonly logLevel: Value<'LOG_LEVEL'>;
  readonly signUps: Value<'SIGNUPS'>;
  /** Null for the folder `photos` in `dataDir`. */
  readonly storage: StorageConfig | null;
  readonly mail: MailConfig | null;
  readonly sms: SmsConfig | null;
  /** True when users may have reminders posted into the server's own network. */
  readonly webhookAllowPrivate: boolean;
  readonly providers: readonly ProviderConfig[];
  readonly oidc: OidcConfig | null;
}

export interface MailConfig extends SmtpAddress {
  readonly from: string;
}

export type SmsConfig =
  | { readonly by: 'twilio'; readonly accountSid: string; readonly authToken: string; readonly from: string }
  | { readonly by: 'webhook'; readonly url: string; readonly secret: string };

interface ClientConfig {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The names of Better Auth. */
export const PROVIDER_IDS = ['google', 'facebook', 'github', 'twitter'] as const;

export type ProviderId = (typeof PROVIDER_IDS)[number];

export interface ProviderConfig extends ClientConfig {
  readonly id: ProviderId;
}

export interface OidcConfig extends ClientConfig {
  readonly issuer: string;
  readonly name: string;
}

type Name = keyof typeof SETTINGS;
type Value<N extends Name> = z.output<(typeof SETTINGS)[N]['schema']>;

/**
 * Reads the settings from `environment`; an empty value counts as not set. Throws ConfigError for the first
 * wrong one.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const settings = new Settings(environment);
  const port = settings.read('PORT');
  const host = settings.read('HOST');
  const publicUrl = settings.read('PUBLIC_URL');
  const databaseUrl = settings.read('DATABASE_URL') ?? null;
  const redisUrl = settings.read('REDIS_URL') ?? null;
  if (redisUrl !== null && databaseUrl === null) {
    throw new ConfigError(
      'REDIS_URL needs DATABASE_URL: on a database file there is one server, and nobody to tell.',
    );
  }
  const busDatabaseUrl = settings.read('BUS_DATABASE_URL') ?? databaseUrl;
  if (busDatabaseUrl !== null && databaseUrl === null) {
    throw new ConfigError('BUS_DATABASE_URL needs DATABASE_URL, and leads to the same PostgreSQL.');
  }
  const authSecret = settings.read('AUTH_SECRET') ?? null;
  if (databaseUrl !== null && authSecret === null) {
    throw new ConfigError('AUTH_SECRET must be set when DATABASE_URL is, the same on every server.');
  }
  return {
    port,
    host,
    dataDir: resolve(settings.read('DATA_DIR')),
    databaseUrl,
    redisUrl,
    // A database file has no other server to take over.
    drainSeconds: settings.read('DRAIN_SECONDS') ?? (databaseUrl === null ? 0 : 10),
    databasePool: settings.read('DATABASE_POOL'),
    busDatabaseUrl,
    publicUrl: publicUrl === undefined ? `http://localhost:${port}` : new URL(publicUrl).origin,
    isLocal: isThisMachine(publicUrl === undefined ? host : new URL(publicUrl).hostname),
    allowedOrigins: publicUrl === undefined ? localOrigins(port) : [new URL(publicUrl).origin],
    hsts: settings.read('HSTS'),
    authSecret,
    trustedProxyHeader: settings.read('TRUSTED_PROXY_HEADER')?.toLowerCase() ?? null,
    requestIdHeader: settings.read('REQUEST_ID_HEADER')?.toLowerCase() ?? null,
    mutationRate: settings.read('MUTATION_RATE'),
    metrics: readMetrics(settings),
    tracesUrl: settings.read('OTEL_EXPORTER_OTLP_ENDPOINT') ?? null,
    logLevel: settings.read('LOG_LEVEL'),
    signUps: settings.read('SIGNUPS'),
    storage: parseStorageUrl(settings.read('STORAGE_URL') ?? ''),
    mail: readMail(settings),
    sms: readSms(settings),
    webhookAllowPrivate: settings.read('WEBHOOK_ALLOW_PRIVATE') === 'true',
    providers: PROVIDER_IDS.flatMap((id) => {
      const client = readClient(settings, PROVIDER_PREFIXES[id]);
      return client === null ? [] : [{ id, ...client }];
    }),
    oidc: readOidc(settings),
  };
}

class Settings {
  readonly #environment: NodeJS.ProcessEnv;

  constructor(environment: NodeJS.ProcessEnv) {
    this.#environment = environment;
  }

  read<N extends Name>(name: N): Value<N> {
    const value = this.#environment[name] === '' ? undefined : this.#environment[name];
    const setting: Setting = SETTINGS[name];
    const result = setting.schema.safeParse(value);
    if (result.success) return result.data as Value<N>;
    const given = setting.isSecret ? '' : ` (it is ${JSON.stringify(value)})`;
    throw new ConfigError(`${name} ${result.error.issues[0]?.message ?? 'is wrong'}${given}.`);
  }

  /** The values of settings that need each other; null when the first is not set. */
  readAll<const Names extends readonly [Name, ...Name[]]>(...names: Names): Texts<Names> | null {
    const values = names.map((name) => this.read(name));
    if (values[0] === undefined) return null;
    const missing = names.find((_name, i) => values[i] === undefined);
    if (missing !== undefined) throw new ConfigError(`${missing} must be set when ${names[0]} is.`);
    return values as Texts<Names>;
  }
}

type Texts<Names> = { [Index in keyof Names]: string };

function readMetrics(settings: Settings): Config['metrics'] {
  const port = settings.read('METRICS_PORT');
  return port === undefined ? null : { host: settings.read('METRICS_HOST'), port };
}

function readMail(settings: Settings): MailConfig | null {
  const values = settings.readAll('SMTP_URL', 'MAIL_FROM');
  return values && { ...parseSmtpUrl(values[0]), from: values[1] };
}

function readSms(settings: Settings): SmsConfig | null {
  const twilio = settings.readAll('TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM');
  if (twilio) return { by: 'twilio', accountSid: twilio[0], authToken: twilio[1], from: twilio[2] };
  const webhook = settings.readAll('SMS_WEBHOOK_URL', 'SMS_WEBHOOK_SECRET');
  return webhook && { by: 'webhook', url: webhook[0], secret: webhook[1] };
}

const PROVIDER_PREFIXES = {
  google: 'GOOGLE',
  facebook: 'FACEBOOK',
  github: 'GITHUB',
  twitter: 'TWITTER',
} as const satisfies Record<ProviderId, string>;

function readClient(
  settings: Settings,
  prefix: (typeof PROVIDER_PREFIXES)[ProviderId] | 'OIDC',
): ClientConfig | null {
  const values = settings.readAll(`${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`);
  return values && { clientId: values[0], clientSecret: values[1] };
}

function readOidc(settings: Settings): OidcConfig | null {
  const issuer = settings.readAll('OIDC_ISSUER', 'OIDC_CLIENT_ID');
  const client = readClient(settings, 'OIDC');
  if (issuer === null || client === null) return null;
  const [address] = issuer;
  return { issuer: address, ...client, name: settings.read('OIDC_NAME') ?? new URL(address).host };
}

/** Users of the default settings may type any name of their own machine. */
function localOrigins(port: number): string[] {
  return ['localhost', '127.0.0.1', '[::1]'].map((host) => new URL(`http://${host}:${port}`).origin);
}
