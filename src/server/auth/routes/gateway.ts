import { getIP } from 'better-auth/api';
import type { Context } from 'hono';
import { ADDRESS_HEADER } from '#src/server/auth/auth.ts';
import { passwordLimits, wrongPasswordLimits } from '#src/server/auth/limits/limits.ts';
import type { SignedIn } from '#src/server/auth/sessions/sessions.ts';
import { InvitedBrowsers, type InvitedOptions } from './invited-browsers.ts';
import type { Passwords } from '#src/server/auth/passwords/passwords.ts';
import { tooMany, toOurs } from './answers.ts';
import { hashCode } from '#src/server/auth/phone/phone-code.ts';
import { RejectedRequest } from './rejection.ts';
import { SignIns, type SignInOptions } from './sign-ins.ts';
import type { Limit } from '#src/server/auth/limits/throttle.ts';
import { isWeakPassword, type PasswordOwner } from '#src/server/auth/passwords/weak-passwords.ts';

/** The headers of a client that Better Auth gets. */
const PASSED_HEADERS = [
  'cookie',
  'origin',
  'referer',
  'user-agent',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
];

export interface GatewayOptions extends InvitedOptions, SignInOptions {
  readonly passwords: Passwords;
  readonly publicUrl: string;
  /** The client's address of a request. */
  readonly addressOf: (context: Context) => string;
}

/**
 * A request to Better Auth, with its differences from the original request. `path` is below /api/auth, with
 * its query.
 */
export interface Question {
  readonly method?: 'GET' | 'POST';
  readonly path?: string;
  readonly body?: object;
  /** The cookies for Better Auth, if not the browser's own. */
  readonly cookie?: string;
  /** True when a new session replaces the caller's: that is no sign-in. */
  readonly renewsSession?: boolean;
}

/** A request with the password of an account. */
export interface PasswordQuestion extends Question {
  readonly email: string;
  /** The status of Better Auth's answer to a wrong password. */
  readonly wrongStatus: number;
}

export interface Slowing {
  readonly limits: readonly Limit[];
  /** Limits that count every request, whatever its answer is. */
  readonly always?: readonly Limit[];
  /** True for an answer that gives the tries back. */
  readonly givesBack?: (response: Response) => boolean;
}

/**
 * The one way to Better Auth: takes checked requests from a verified address, and answers in Sunglow's form.
 */
export class AuthGateway {
  readonly invited: InvitedBrowsers;
  readonly #options: GatewayOptions;
  readonly #signIns: SignIns;

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.invited = new InvitedBrowsers(options);
    this.#signIns = new SignIns(options);
  }

  /**
   * The client's address in Better Auth's form: a whole IPv6 network counts as one, since a household or a
   * server has all of it.
   */
  address(c: Context): string {
    return getIP(this.#requestFor(c, {}), this.#options.auth.options) ?? 'unknown';
  }

  /** The hash of the browser, if the account with this email or phone number knows it; else null. */
  knownDevice(c: Context, account: string): Promise<string | null> {
    return this.#options.devices.find(c.req.header('cookie') ?? '', account);
  }

  /** The signed-in user, or null. */
  async visitor(c: Context): Promise<SignedIn | null> {
    const who = await this.#options.sessions.who(c.req.raw.headers);
    c.set('userId', who?.user.id);
    return who;
  }

  /** The signed-in user. Throws a RejectedRequest without one. */
  async signedIn(c: Context): Promise<SignedIn> {
    const who = await this.visitor(c);
    if (!who) throw new RejectedRequest(401, 'UNAUTHORIZED');
    return who;
  }

  /**
   * The user of a recent sign-in, for changes of sign-in methods: a person who finds a device open must not
   * make them. Throws a RejectedRequest otherwise.
   */
  async freshlySignedIn(c: Context): Promise<SignedIn> {
    const who = await this.signedIn(c);
    if (!who.isFresh) throw new RejectedRequest(403, 'SESSION_NOT_FRESH');
    return who;
  }

  /** Better Auth's answer to `question`; 429, without asking, beyond the limits. */
  async ask(c: Context, question: Question = {}, slowing: Slowing = { limits: [] }): Promise<Response> {
    const { limits, always = [] } = slowing;
    return this.slowed([...always, ...limits], () => this.#ask(c, question, slowing));
  }

  /** Asks a question with a password: limited by address and account, and hashed in their turn. */
  async askWithPassword(
    c: Context,
    { email, wrongStatus, ...question }: PasswordQuestion,
  ): Promise<Response> {
    const slowing = {
      ...(await this.#passwordLimits(c, email)),
      givesBack: ({ status }: Response) => status !== wrongStatus,
    };
    return this.inTurn(c, email, () => this.ask(c, question, slowing));
  }

  /**
   * Hashes the passwords in `work` in the turn of the client's address, and of the account of `email` within
   * it.
   */
  inTurn<T>(c: Context, email: string, work: () => T): T {
    return this.#options.passwords.inTurn({ address: this.address(c), account: email.toLowerCase() }, work);
  }

  /** Runs `work` with the hash of a new password prepared. */
  withPrepared(password: string, work: () => Promise<Response>): Promise<Response> {
    return this.#options.passwords.withPrepared(password, work);
  }

  /** The answer of `work`; 429, without running it, beyond the limits. */
  async slowed(limits: readonly Limit[], work: () => Promise<Response>): Promise<Response> {
    // Takes the tries before any check, so that a hundred requests at once cannot pass.
    const waitMs = await this.#options.throttle.take(limits);
    return waitMs > 0 ? tooMany(waitMs) : work();
  }

  async #ask(c: Context, question: Question, slowing: Slowing): Promise<Response> {
    const { throttle, auth, addressOf } = this.#options;
    const request = this.#requestFor(c, question);
    const response = await this.invited
      .run(c, request, () => auth.handler(request))
      .catch(async (error: unknown) => {
        // The try failed before anything was checked.
        if (slowing.givesBack) await throttle.giveBack(slowing.limits);
        throw error;
      });
    const waitMs = await this.#signIns.meet({ request, response, address: addressOf(c), ...question });
    if (slowing.givesBack?.(response)) await throttle.giveBack(slowing.limits);
    return waitMs > 0 ? tooMany(waitMs) : toOurs(response);
  }

  async #passwordLimits(c: Context, email: string) {
    const attempt = { address: this.address(c), email, device: await this.knownDevice(c, email) };
    return { limits: wrongPasswordLimits(attempt), always: passwordLimits(attempt) };
  }

  /** Throws a RejectedRequest for a weak new password. */
  async checkNewPassword(password: string, owner: PasswordOwner): Promise<void> {
    if (await isWeakPassword(password, owner)) throw new RejectedRequest(400, 'PASSWORD_TOO_EASY');
  }

  /** The owner of the password that this link lets a reader choose anew; null when the link does not work. */
  async findResetOwner(token: string): Promise<PasswordOwner | null> {
    const { internalAdapter } = await this.#options.auth.$context;
    const link = await internalAdapter.findVerificationValue(`reset-password:${token}`);
    return link && internalAdapter.findUserById(link.value);
  }

  /** The number of a user's recovery codes; null without a second factor. */
  async recoveryCodesLeft(userId: string): Promise<number | null> {
    const { api, $context } = this.#options.auth;
    const { internalAdapter } = await $context;
    const user: { id: string; twoFactorEnabled?: unknown } | null =
      await internalAdapter.findUserById(userId);
    if (!user?.twoFactorEnabled) return null;
    return (await api.viewBackupCodes({ body: { userId } })).backupCodes.length;
  }

  /** Uses up a single use; false when it was used before. */
  async spend(limit: Limit): Promise<boolean> {
    return (await this.#options.throttle.take([limit])) === 0;
  }

  async restore(limit: Limit): Promise<void> {
    await this.#options.throttle.giveBack([limit]);
  }

  /** A text code in the form that Better Auth stores. */
  async hashCode(phoneNumber: string, code: string): Promise<string> {
    return hashCode((await this.#options.auth.$context).secret, phoneNumber, code);
  }

  async hasPassword(userId: string): Promise<boolean> {
    const { internalAdapter } = await this.#options.auth.$context;
    return Boolean((await internalAdapter.findCredentialAccount(userId))?.password);
  }

  /** Adds a password to an account without one. */
  async addPassword(userId: string, password: string): Promise<void> {
    const { internalAdapter, password: passwords } = await this.#options.auth.$context;
    const account = { userId, providerId: 'credential', accountId: userId };
    await internalAdapter.linkAccount({ ...account, password: await passwords.hash(password) });
  }

  /** Sets the first password of the caller, whose email is `email`. Better Auth has no endpoint for it. */
  async setPassword(c: Context, email: string, newPassword: string): Promise<Response> {
    const { headers } = this.#requestFor(c, {});
    const request = { headers, body: { newPassword }, asResponse: true } as const;
    const { always } = await this.#passwordLimits(c, email);
    return this.slowed(always, async () =>
      toOurs(await this.inTurn(c, email, () => this.#options.auth.api.setPassword(request))),
    );
  }

  #requestFor(c: Context, { method, path, body, cookie }: Question): Request {
    const headers = new Headers({ [ADDRESS_HEADER]: this.#options.addressOf(c) });
    for (const name of PASSED_HEADERS) {
      const value = c.req.header(name);
      if (value !== undefined) headers.set(name, value);
    }
    if (cookie !== undefined) headers.set('cookie', cookie);
    if (body) headers.set('content-type', 'application/json');
    const url = new URL(path === undefined ? c.req.path : `/api/auth${path}`, this.#options.publicUrl);
    return new Request(url, {
      // Hono answers HEAD as GET, without the body.
      method: method ?? (c.req.method === 'HEAD' ? 'GET' : c.req.method),
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
  }
}
