import { betterAuth } from 'better-auth';
import { verifyPassword } from 'better-auth/crypto';
import { magicLink, type MagicLinkOptions } from 'better-auth/plugins/magic-link';
import { isPhoneEmail } from '#src/domain/phone-email.ts';
import { deleteUser } from '#src/server/auth/deleted-users.ts';
import { admit, mayJoin } from '#src/server/auth/invitations.ts';
import {
  knownEmailMail,
  LINK_LIFETIME_S,
  resetMail,
  signInMail,
  verifyMail,
} from '#src/server/auth/mails.ts';
import { passkeys } from '#src/server/auth/passkeys.ts';
import { phonePlugins } from '#src/server/auth/phone-plugin.ts';
import { preparedHash } from '#src/server/auth/prepared-hash.ts';
import { NO_TOKENS, providerOptions } from '#src/server/auth/providers.ts';
import { checkLink, secondFactor } from '#src/server/auth/second-factor.ts';
import type { Throttle } from '#src/server/auth/throttle.ts';
import type { Config } from '#src/server/config/config.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { Delivery, Mail } from '#src/server/delivery/delivery.ts';
import type { Log } from '#src/server/log.ts';

export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;
export const NAME_LENGTH = 120;

/** Set on every request we hand to Better Auth, and on none that we take over from a client. */
export const ADDRESS_HEADER = 'x-sunglow-client-address';

const DAY_S = 86_400;
/** For so long after signing in, nobody is asked again who they are. */
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
  /** Hears of every session that is ended by this server. */
  readonly onSessionEnd: (sessionId: string) => void;
  /** Hears of every user that is deleted by this server. */
  readonly onUserDelete: (userId: string, image: string | null) => void;
  /** Takes what goes on after the answer, so that the time of an answer tells nobody whether mail was sent. */
  readonly inBackground: (work: Promise<unknown>) => void;
}

export type Auth = ReturnType<typeof createAuth>;

/** Better Auth as Sunglow wants it. Reached through routes/ alone, which say what of it is offered. */
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
    // The one Kysely of the process: on SQLite, two would not wait for each other's transactions.
    database: { db: database.db, type: database.engine, transaction: true },
    ...emailOptions(options),
    ...federation,
    plugins: [
      ...linkPlugins(options),
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
      // The ways in are slowed down by us, by account too; a session is asked for often, and costs one query.
      customRules: {
        '/sign-in/email': false,
        '/sign-up/email': false,
        '/sign-in/magic-link': false,
        '/magic-link/verify': false,
        '/request-password-reset': false,
        '/reset-password': false,
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
    // What lets somebody in is of no use to a reader of the database.
    verification: { storeIdentifier: 'hashed' },
    databaseHooks: {
      user: {
        create: {
          before: async (user) => {
            admit(options.signUps, user.email);
            // The pages load no picture from another site, such as those of a provider.
            return {
              data: { ...user, name: nameOf(user), image: null, emailVerified: isProven(options, user) },
            };
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
      backgroundTasks: { handler: options.inBackground },
    },
    telemetry: { enabled: false },
    // Not `debug`, with which it also writes every error to the console.
    logger: { level: 'info', log: adaptLog(options.log) },
  });
}

/** Passwords, and what is done by mail. Where mail proves nothing, an address counts without being confirmed. */
function emailOptions(options: AuthOptions) {
  const { delivery, publicUrl } = options;
  const { mail } = delivery;
  const send = sender(options);
  return {
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      password: { hash: preparedHash, verify: verifyPassword },
      requireEmailVerification: delivery.mailIsReal,
      onExistingUserSignUp: ({ user }) => send(knownEmailMail({ to: user.email, publicUrl })),
      ...(mail && {
        sendResetPassword: ({ user, token }) => send(resetMail({ to: user.email, publicUrl, token })),
        resetPasswordTokenExpiresIn: LINK_LIFETIME_S,
      }),
      // Whoever chose the old one may be why there is a new one.
      revokeSessionsOnPasswordReset: true,
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
        // Before Better Auth's own, which then finds nothing left: all of it goes in one transaction, or nothing.
        beforeDelete: async ({ id, image = null }) => {
          await deleteUser(options.database, id, Date.now());
          options.onUserDelete(id, image);
        },
      },
    },
  } satisfies Partial<Parameters<typeof betterAuth>[0]>;
}

/** Logging in by a link in a mail, where mail can be sent. */
function linkPlugins(options: AuthOptions) {
  const { delivery, publicUrl, signUps, inBackground } = options;
  const { mail } = delivery;
  if (!mail) return [];
  const send = async (...[{ email, token }, context]: Parameters<MagicLinkOptions['sendMagicLink']>) => {
    // Whoever could do nothing with it gets none, which the answer does not tell.
    const isWanted =
      mayJoin(signUps, email) || (await context?.context.internalAdapter.findUserByEmail(email));
    if (isWanted) await mail(signInMail({ to: email, publicUrl, token }));
  };
  return [
    magicLink({
      expiresIn: LINK_LIFETIME_S,
      storeToken: 'hashed',
      disableSignUp: signUps === 'closed',
      sendMagicLink: async (...link) => inBackground(send(...link)),
    }),
  ];
}

/** Sends mail without being awaited: inside a transaction, everybody would wait for the mail server. */
function sender({ delivery: { mail }, inBackground }: AuthOptions) {
  return async (message: Mail) => {
    if (mail) inBackground(mail(message));
  };
}

/**
 * Whether the address is the user's own. Where mail is only printed, whoever reads it has the server: an address counts
 * then, or a link to log in would take its unproven password away.
 */
function isProven(
  { delivery }: AuthOptions,
  user: { readonly email: string; readonly emailVerified: boolean },
): boolean {
  const isPrinted = delivery.mail !== null && !delivery.mailIsReal;
  return user.emailVerified || (isPrinted && !isPhoneEmail(user.email));
}

/** What a new user is called. Who comes in by a link has given no name; a provider may give anything. */
function nameOf({ name, email }: { readonly name: string; readonly email: string }): string {
  const given = name.replaceAll(/\p{Cc}+/gu, ' ').trim();
  return given.slice(0, NAME_LENGTH).toWellFormed() || email.slice(0, email.indexOf('@'));
}

/** Better Auth calls every wrong password a warning and every forged request an error. */
function adaptLog(log: Log) {
  const levels = { error: 'warn', warn: 'info', info: 'debug', debug: 'debug' } as const;
  return (level: keyof typeof levels, message: string, ...details: unknown[]) => {
    const err = details.find((detail) => detail instanceof Error);
    log[levels[level]](err ? { err } : {}, `auth: ${message}`);
  };
}
