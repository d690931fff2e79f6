import { z } from 'zod';

import {
  credentialUrlSchema,
  ENCODE,
  endsTooEarly,
  isOrigin,
  parseStorageUrl,
  postgresUrlSchema,
  secretUrlSchema,
  smtpUrlSchema,
  urlSchema,
} from './addresses.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const HSTS = ['host', 'subdomains', 'preload'] as const;
const SIGN_UPS = ['open', 'closed', 'invite'] as const;

export interface Setting {
  /** The effect, for the README's table. */
  readonly about: string;
  /** The behavior without a value. */
  readonly default: string;
  /** The accepted values. */
  readonly schema: z.ZodType;
  /** Messages never repeat a secret. */
  readonly isSecret?: true;
}

/** All settings, each optional. The README's table says the same. */
export const SETTINGS = {
  PORT: {
    about: 'Port to serve on.',
    default: '8080',
    schema: wholeNumber(1, 65_535).default(8080),
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
    about:
      'PostgreSQL to use instead of the database file: `postgres://user:password@host/database`; with `?sslmode=verify-full` by TLS.',
    default: 'none: a file in DATA_DIR',
    schema: postgresUrlSchema().optional(),
    isSecret: true,
  },
  DATABASE_POOL: {
    about:
      'Connections to PostgreSQL that this server may have, besides one for messages between servers and one for an export over the API.',
    default: '10',
    schema: wholeNumber(1, 1_000).default(10),
  },
  BUS_DATABASE_URL: {
    about:
      'The same PostgreSQL without a pooler, for messages between servers. Needed when DATABASE_URL leads through PgBouncer and REDIS_URL is not set.',
    default: 'DATABASE_URL',
    schema: postgresUrlSchema().optional(),
    isSecret: true,
  },
  REDIS_URL: {
    about:
      'Redis or Valkey that carries hints of changes between several servers on one DATABASE_URL: `rediss://user:password@host:6379`, or `redis://` without TLS.',
    default: 'none: they do it by PostgreSQL',
    schema: credentialUrlSchema(['redis:', 'rediss:'], 'must start with rediss:// or redis://').optional(),
    isSecret: true,
  },
  DRAIN_SECONDS: {
    about:
      'Seconds that a server continues after SIGTERM, while its devices move to the other servers: 0 to 300.',
    default: '10 with DATABASE_URL, else 0',
    schema: wholeNumber(0, 300).optional(),
  },
  PUBLIC_URL: {
    about:
      'Address of this server for browsers. Use https for anything but localhost. Set it where HOST is more than this machine.',
    default: 'http://localhost:PORT',
    schema: z
      .string()
      .refine(isOrigin, 'must look like https://sunglow.example.com, without a path')
      .optional(),
  },
  HSTS: {
    about:
      'Hosts that browsers reach by https alone from then on, with an https PUBLIC_URL: `host`, `subdomains` (the subdomains of the host too), or `preload` (the same, for the lists that browsers ship).',
    default: 'host',
    schema: z.enum(HSTS, `must be one of ${HSTS.join(', ')}`).default('host'),
  },
  AUTH_SECRET: {
    about: 'Signs the session cookies: 32 characters or more, the same on every server.',
    default: 'generated, kept in DATA_DIR/secret; required with DATABASE_URL',
    schema: z.string().min(32, 'must have 32 characters or more; try: openssl rand -base64 32').optional(),
    isSecret: true,
  },
  TRUSTED_PROXY_HEADER: {
    about: "Header that your proxy alone sets to the client's address, such as `X-Forwarded-For`.",
    default: 'none: the address of the connection',
    schema: headerName('X-Forwarded-For').optional(),
  },
  MUTATION_RATE: {
    about:
      'Changes a second that a server takes from one user in the long run: 20 to 1,000,000. It always takes 20,000 at once, and rejects none.',
    default: '200',
    // At a lower rate, a push of 500 would keep the user's other devices waiting until they took the server
    // for dead.
    schema: wholeNumber(20, 1_000_000).default(200),
  },
  REQUEST_ID_HEADER: {
    about:
      'Header that your proxy sets to an id of each request, such as `X-Request-Id`, for the log and the answer.',
    default: 'none: each gets a new one',
    schema: headerName('X-Request-Id').optional(),
  },
  METRICS_PORT: {
    about: 'Port to serve metrics for Prometheus on, at `/metrics`.',
    default: 'none: no metrics',
    schema: wholeNumber(1, 65_535).optional(),
  },
  METRICS_HOST: {
    about: 'Address to serve metrics on, as HOST. Only Prometheus should reach it.',
    default: 'localhost',
    schema: z.string().regex(/^\S+$/, 'must be a host name or an address').default('localhost'),
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    about: 'Collector to send OpenTelemetry traces to, by OTLP over HTTP: `http://localhost:4318`.',
    default: 'none: no traces',
    schema: urlSchema(['http:', 'https:'], 'must start with http:// or https://').optional(),
  },
  LOG_LEVEL: {
    about: `Lowest level to log, as JSON lines on standard output: ${LOG_LEVELS.join(', ')}.`,
    default: 'warn',
    schema: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('warn'),
  },
  SIGNUPS: {
    about:
      'People who may make an account: `open` is everyone, `invite` everyone with a link of `npm run admin -- invite`, `closed` nobody.',
    default: 'open',
    schema: z.enum(SIGN_UPS, `must be one of ${SIGN_UPS.join(', ')}`).default('open'),
  },
  STORAGE_URL: {
    about:
      'S3-compatible storage for profile photos: `s3://KEY:SECRET@host/bucket?region=eu-central-1`, or `s3+http://...` for one without https.',
    default: 'none: DATA_DIR/photos, which several servers do not share',
    schema: z
      .string()
      .refine((text) => !endsTooEarly(text), ENCODE)
      .refine(
        (text) => parseStorageUrl(text) !== null,
        'must look like s3://KEY:SECRET@host/bucket?region=eu-central-1',
      )
      .optional(),
    isSecret: true,
  },
  SMTP_URL: {
    about:
      'Server that sends mail: `smtps://user:password@host:465`, or `smtp://...:587` for STARTTLS, which is required beyond this machine; `smtp://...?tls=never` sends in the clear.',
    default: 'none: on localhost mail goes to the console and to DATA_DIR/outbox, elsewhere nowhere',
    schema: smtpUrlSchema().optional(),
    isSecret: true,
  },
  MAIL_FROM: {
    about: 'Sender of the mail: `Sunglow <sunglow@example.com>`.',
    default: 'required with SMTP_URL',
    schema: z
      .string()
      .regex(/^[^\r\n]*[^\s<>]+@[^\s<>]+>?$/, 'must look like Sunglow <sunglow@example.com>')
      .optional(),
  },
  TWILIO_ACCOUNT_SID: {
    about: 'Account at Twilio that sends text messages.',
    default: 'none: as with mail',
    schema: z
      .string()
      .regex(/^AC[0-9a-f]{32}$/, 'must be AC and 32 hexadecimal digits')
      .optional(),
  },
  TWILIO_AUTH_TOKEN: {
    about: "That account's token.",
    default: 'required with TWILIO_ACCOUNT_SID',
    schema: z.string().optional(),
    isSecret: true,
  },
  TWILIO_FROM: {
    about: 'Its number that sends (`+15551234567`), or its messaging service (`MG...`).',
    default: 'required with TWILIO_ACCOUNT_SID',
    schema: z
      .string()
      .regex(
        /^(\+[1-9]\d{6,14}|MG[0-9a-f]{32})$/,
        'must be a number such as +15551234567, or MG and 32 digits',
      )
      .optional(),
  },
  SMS_WEBHOOK_URL: {
    about:
      'Address to post text messages to instead, as JSON `{"to", "text"}`, signed; by https, or by http within a private network.',
    default: 'none',
    schema: secretUrlSchema().optional(),
  },
  SMS_WEBHOOK_SECRET: {
    about:
      'Signs them: the header `Sunglow-Signature` is the HMAC-SHA256 of the body, in hexadecimal digits.',
    default: 'required with SMS_WEBHOOK_URL',
    schema: z.string().min(32, 'must have 32 characters or more; try: openssl rand -base64 32').optional(),
    isSecret: true,
  },
  WEBHOOK_ALLOW_PRIVATE: {
    about:
      "`true` also allows webhooks, and reminders to webhooks and push services, in the server's own network, and by http. Set it only where you trust everybody with an account.",
    default: 'false',
    schema: z.enum(['true', 'false'], 'must be true or false').default('false'),
  },
  ...clientSettings('GOOGLE', 'Google'),
  ...clientSettings('FACEBOOK', 'Facebook'),
  ...clientSettings('GITHUB', 'GitHub'),
  ...clientSettings('TWITTER', 'X (Twitter)'),
  OIDC_ISSUER: {
    about:
      'Address of any other OpenID Connect provider to sign in with; by https, or by http within a private network.',
    default: 'none',
    schema: secretUrlSchema().optional(),
  },
  ...clientSettings('OIDC', 'that provider'),
  OIDC_NAME: {
    about: 'Name on its button, after `Continue with`.',
    default: 'the host of OIDC_ISSUER',
    schema: z.string().max(40, 'must have 40 characters or less').optional(),
  },
} satisfies Record<string, Setting>;

type ClientSetting<Prefix extends string> = `${Prefix}_CLIENT_ID` | `${Prefix}_CLIENT_SECRET`;

/** The settings of Sunglow's registration with a provider. */
function clientSettings<Prefix extends string>(prefix: Prefix, provider: string) {
  const text = z.string().regex(/^\S+$/, 'must not hold spaces').optional();
  const settings = {
    [`${prefix}_CLIENT_ID`]: { about: `Sunglow's client id at ${provider}.`, default: 'none', schema: text },
    [`${prefix}_CLIENT_SECRET`]: {
      about: `Its client secret at ${provider}.`,
      default: `required with ${prefix}_CLIENT_ID`,
      schema: text,
      isSecret: true,
    },
  };
  // A computed key has the type string.
  return settings as Record<ClientSetting<Prefix>, Setting & { schema: typeof text }>;
}

function headerName(example: string) {
  return z.string().regex(/^[A-Za-z0-9-]+$/, `must be the name of a header, such as ${example}`);
}

function wholeNumber(least: number, most: number) {
  const isWhole = `must be a whole number from ${least} to ${most}`;
  const isWithin = `must be from ${least} to ${most}`;
  return z.coerce.number(isWhole).pipe(z.number().int(isWhole).min(least, isWithin).max(most, isWithin));
}
