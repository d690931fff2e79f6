import { betterAuth } from 'better-auth';
import { verifyPassword } from 'better-auth/crypto';

import { preparedHash } from '#src/server/auth/prepared-hash.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { Log } from '#src/server/log.ts';

export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;

/** Set on every request we hand to Better Auth, and on none that we take over from a client. */
export const ADDRESS_HEADER = 'x-sunglow-client-address';

const DAY_S = 86_400;

export interface AuthOptions {
  readonly database: AppDatabase;
  /** 32 characters or more. */
  readonly secret: string;
  readonly publicUrl: string;
  readonly allowedOrigins: readonly string[];
  readonly log: Log;
  /** Hears of every session that is ended by this server. */
  readonly onSessionEnd: (sessionId: string) => void;
}

export type Auth = ReturnType<typeof createAuth>;

/** Better Auth as Sunglow wants it. Reached through routes.ts alone, which says what of it is offered. */
export function createAuth(options: AuthOptions) {
  const { database, publicUrl } = options;
  const secure = publicUrl.startsWith('https:');
  return betterAuth({
    appName: 'Sunglow',
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret: options.secret,
    trustedOrigins: [...options.allowedOrigins],
    // The one Kysely of the process: on SQLite, two would not wait for each other's transactions.
    database: { db: database.db, type: database.engine, transaction: true },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      password: { hash: preparedHash, verify: verifyPassword },
    },
    session: {
      expiresIn: 60 * DAY_S,
      updateAge: DAY_S,
      // A session that was ended must not live on in a cookie.
      cookieCache: { enabled: false },
    },
    rateLimit: {
      enabled: true,
      storage: 'database',
      // The first two are slowed down in routes.ts, by account too; the third is asked often, and costs one query.
      customRules: { '/sign-in/email': false, '/sign-up/email': false, '/get-session': false },
    },
    databaseHooks: {
      session: { delete: { after: async (session) => options.onSessionEnd(session.id) } },
    },
    advanced: {
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      cookiePrefix: secure ? '__Host-sunglow' : 'sunglow',
      // Else the prefix would become `__Secure-__Host-`; the attribute that it stands for is set below.
      useSecureCookies: false,
      defaultCookieAttributes: { secure, httpOnly: true, sameSite: 'lax', path: '/' },
      // Named, as Better Auth would leave both out when it believes that a test runs.
      disableCSRFCheck: false,
      disableOriginCheck: false,
    },
    telemetry: { enabled: false },
    // Not `debug`, with which it also writes every error to the console.
    logger: { level: 'info', log: adaptLog(options.log) },
  });
}

/** Better Auth calls every wrong password a warning and every forged request an error. */
function adaptLog(log: Log) {
  const levels = { error: 'warn', warn: 'info', info: 'debug', debug: 'debug' } as const;
  return (level: keyof typeof levels, message: string, ...details: unknown[]) => {
    const err = details.find((detail) => detail instanceof Error);
    log[levels[level]](err ? { err } : {}, `auth: ${message}`);
  };
}
