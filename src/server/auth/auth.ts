import { betterAuth } from 'better-auth';
import { isAPIError } from 'better-auth/api';
import { isRecord } from '#src/domain/is-record.ts';
import { isPhoneEmail } from '#src/domain/identity/phone-email.ts';
import { arrivals, markArrival } from './arrivals.ts';
import { deleteUser } from './deleted-users.ts';
import { admit } from './invitations.ts';
import { signInLinks } from '#src/server/auth/mail/sign-in-links.ts';
import { LINK_LIFETIME_S, resetMail, verifyMail } from '#src/server/auth/mail/mails.ts';
import { endUnderWay } from '#src/server/auth/mail/mail-links.ts';
import { oldPasswordFirst } from '#src/server/auth/passwords/old-password-first.ts';
import { passkeys } from './passkeys.ts';
import { storedIdentifier, withHashedCode } from '#src/server/auth/phone/phone-code.ts';
import { parsePhoneNumber } from '#src/server/auth/phone/phone-number.ts';
import { phonePlugins } from '#src/server/auth/phone/phone-plugin.ts';
import type { Passwords } from '#src/server/auth/passwords/passwords.ts';
import { checkLink } from '#src/server/auth/providers/provider-link.ts';
import { NO_TOKENS, providerOptions } from '#src/server/auth/providers/providers.ts';
import { secondFactor } from './second-factor.ts';
import { authAdapter } from '#src/server/auth/sessions/session-store.ts';
import type { Throttle } from '#src/server/auth/limits/throttle.ts';
import { dropUnproven, prove } from './unproven.ts';
import { NAME_LENGTH, PASSWORD_LENGTH } from '#src/domain/identity/identity-limits.ts';
import type { Config } from '#src/server/config/config.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { Delivery, Mail } from '#src/server/delivery/delivery.ts';
import { withoutEmails, type Log } from '#src/server/log/log.ts';
import { forgetAccess } from '#src/server/auth/sessions/forget-access.ts';

/** Set on every request to Better Auth, and never taken over from a client. */
export const ADDRESS_HEADER = 'x-sunglow-client-address';

const DAY_S = 86_400;
/** For this long after signing in, no route asks users again who they are. */
export const FRESH_S = 3_600;

export interface AuthOptions extends Pick<
  Config,
  'publicUrl' | 'allowedOrigins' | 'providers' | 'oidc' | 'signUps'
> {
  readonly database: AppDatabase;
  /** 32 characters or more. */
  readonly secret: string;
  readonly delivery: Delivery;
  readonly log: Log;
  readonly throttle: Throttle;
  readonly passwords: Passwords;
  /** Called with every session that this server ends. */
  readonly onSessionEnd: (sessionId: string) => void;
  /** Called with every user that this server deletes. */
  readonly onUserDelete: (userId: string, image: string | null) => void;
  /**
   * Takes work that continues after the answer, so that the time of an answer does not reveal if mail was
   * sent.
   */
  readonly inBackground: (work: Promise<unknown>) => void;
}

export type Auth = ReturnType<typeof createAuth>;

/**
 * Better Auth, configured for Sunglow. Only routes/ use it, and decide which of its endpoints are offered.
 */
export function createAuth(options: AuthOptions) {
  const { database, publicUrl } = options;
  const secure = publicUrl.startsWith('https:');
  const federation = providerOptions(options);
  return betterAuth({
    appName: 'Sunglow',
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret: options.secret,
    trustedOrigins: [...options.allowedOrigins],
    // The single Kysely of the process: on SQLite, two would not wait for each other's transactions.
    database: authAdapter(database),
    ...emailOptions(options),
    ...federation,
    plugins: [
      ...signInLinks(options),
      arrivals,
      oldPasswordFirst(options.passwords),
      ...phonePlugins(options),
      passkeys(options),
      secondFactor(options.throttle),
      ...federation.plugins,
    ],
    session: {
      expiresIn: 60 * DAY_S,
      updateAge: DAY_S,
      freshAge: FRESH_S,
      // A session that was ended must not live on in a cookie.
      cookieCache: { enabled: false },
    },
    rateLimit: {
      enabled: true,
      storage: 'database',
      // Sunglow throttles the sign-in methods itself, also by account. Reading the session is frequent, and
      // costs one query.
      customRules: {
        '/sign-in/email': false,
        '/sign-up/email': false,
        '/sign-in/magic-link': false,
        '/magic-link/verify': false,
        '/request-password-reset': false,
        '/reset-password': false,
        '/send-verification-email': false,
        '/verify-email': false,
        '/passkey/*': false,
        '/two-factor/*': false,
        '/sign-in/social': false,
        '/link-social': false,
        '/callback/*': false,
        '/phone-number/*': false,
        '/change-password': false,
        '/get-session': false,
      },
    },
    // The database holds no secret that lets its reader sign in.
    verification: { storeIdentifier: { hash: storedIdentifier } },
    databaseHooks: {
      user: {
        create: {
          before: async (user) => {
            admit(options.signUps, user.email);
            // The pages load no picture from another site, such as a provider's.
            return {
              data: {
                ...user,
                name: await nameOf(user),
                image: null,
                emailVerified: isProven(options, user),
              },
            };
          },
          after: markArrival,
        },
        update: {
          // On that path, the update only happens for an account whose email was unproven until now.
          after: async ({ id }, context) => {
            if (context?.path !== '/magic-link/verify') return;
            await options.database.transact((tx) => dropUnproven(tx, id));
            await context.context.internalAdapter.deleteUserSessions(id);
          },
        },
      },
      account: {
        create: {
          before: async (account, context) => {
            await checkLink(account, context);
            return { data: { ...account, ...NO_TOKENS } };
          },
        },
        update: { before: async (account) => ({ data: { ...account, ...NO_TOKENS } }) },
      },
      verification: {
        create: { before: async (row) => ({ data: withHashedCode(options.secret, row) }) },
      },
      session: { delete: { after: async (session) => options.onSessionEnd(session.id) } },
    },
    advanced: {
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      cookiePrefix: secure ? '__Host-sunglow' : 'sunglow',
      // Otherwise the prefix would become `__Secure-__Host-`. The attribute is set below instead.
      useSecureCookies: false,
      defaultCookieAttributes: { secure, httpOnly: true, sameSite: 'lax', path: '/' },
      // Stated explicitly, since Better Auth skips both checks when it believes that a test runs.
      disableCSRFCheck: false,
      disableOriginCheck: false,
      backgroundTasks: { handler: options.inBackground },
    },
    // Errors of Sunglow go to its own handlers. Better Auth would only print their stack to the console,
    // beside the log.
    onAPIError: {
      onError: (error) => {
        if (!isAPIError(error)) throw error;
        if (error.statusCode >= 500) options.log.warn({ err: error }, 'auth: Better Auth failed');
      },
    },
    telemetry: { enabled: false },
    // With `debug`, it would also write every error to the console.
    logger: { level: 'info', log: adaptLog(options.log) },
  });
}

/** Passwords, and actions by mail. A server that cannot prove addresses by mail accepts them unconfirmed. */
function emailOptions(options: AuthOptions) {
  const { delivery, publicUrl, passwords } = options;
  const { mail } = delivery;
  const send = sender(options);
  return {
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      password: {
        hash: (password) => passwords.hash(password),
        verify: (attempt) => passwords.verify(attempt),
      },
      requireEmailVerification: delivery.mailIsReal,
      ...(mail && {
        sendResetPassword: ({ user, token }) => send(resetMail({ to: user.email, publicUrl, token })),
        resetPasswordTokenExpiresIn: LINK_LIFETIME_S,
      }),
      // The new password may be needed because somebody knew the old one.
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: async ({ user }) => {
        // The link was mailed, and so proves the address.
        if (delivery.mailIsReal && !user.emailVerified) await prove(options.database, user.id);
        await endUnderWay(options.database.db, user.id);
        await options.database.transact((tx) => forgetAccess(tx, user.id));
      },
    },
    ...(mail && {
      emailVerification: {
        sendVerificationEmail: ({ user, token }) => send(verifyMail({ to: user.email, publicUrl, token })),
        expiresIn: LINK_LIFETIME_S,
        autoSignInAfterVerification: true,
      },
    }),
    user: {
      deleteUser: {
        enabled: true,
        // Runs before Better Auth deletes the user's rows itself, which then finds none. One transaction
        // deletes all of them, or nothing.
        beforeDelete: async ({ id, image = null }) => {
          await deleteUser(options.database, id, Date.now());
          options.onUserDelete(id, image);
          options.inBackground(options.database.emptyLog());
        },
      },
    },
  } satisfies Partial<Parameters<typeof betterAuth>[0]>;
}

/** Sends mail without waiting: inside a transaction, everybody would wait for the mail server. */
function sender({ delivery: { mail }, inBackground }: AuthOptions) {
  return async (message: Mail) => {
    if (mail) inBackground(mail(message));
  };
}

/**
 * True when the address is the user's own. Where mail is only printed, its reader runs the server: addresses
 * count as proven there, or a sign-in link would remove the unproven password.
 */
function isProven(
  { delivery }: AuthOptions,
  user: { readonly email: string; readonly emailVerified: boolean },
): boolean {
  const isPrinted = delivery.mail !== null && !delivery.mailIsReal;
  return user.emailVerified || (isPrinted && !isPhoneEmail(user.email));
}

/**
 * The name of a new user. A sign-up by link gives none, a sign-up by phone only a number, and a provider may
 * give anything.
 */
async function nameOf({ name, email }: { readonly name: string; readonly email: string }): Promise<string> {
  if (isPhoneEmail(email)) return (await parsePhoneNumber(name))?.readable ?? name;
  const given = name.replaceAll(/\p{Cc}+/gu, ' ').trim();
  return given.slice(0, NAME_LENGTH).toWellFormed() || email.slice(0, email.indexOf('@'));
}

/** Maps levels: Better Auth logs a wrong password as a warning, and a forged request as an error. */
function adaptLog(log: Log) {
  const levels = { error: 'warn', warn: 'info', info: 'debug', debug: 'debug' } as const;
  return (level: keyof typeof levels, message: string, ...details: unknown[]) => {
    const err = details.find((detail) => detail instanceof Error);
    const line = err ? message || err.message : [message, ...details.map(errorIn)].filter(Boolean).join(': ');
    log[levels[level]](err ? { err } : {}, `auth: ${withoutEmails(line)}`);
  };
}

/** Only the error and the status of a provider's answer. */
function errorIn(detail: unknown): string {
  if (!isRecord(detail)) return '';
  const { error, status } = detail;
  return [error, status].filter((each) => typeof each === 'string' || typeof each === 'number').join(' ');
}
