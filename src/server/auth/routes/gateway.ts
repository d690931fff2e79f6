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

/** What of a client's headers Better Auth gets to see. */
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
  /** The address the request came from. */
  readonly addressOf: (context: Context) => string;
}

/** A request to Better Auth: what differs from the request to us. `path` is below /api/auth, with its query. */
export interface Question {
  readonly method?: 'GET' | 'POST';
  readonly path?: string;
  readonly body?: object;
  /** The browser's cookies, where it is to see others than those. */
  readonly cookie?: string;
  /** Should it end in a new session, that takes the place of the one who asks has: it is no sign-in. */
  readonly renewsSession?: boolean;
}

/** A question that holds the password of an account. */
export interface PasswordQuestion extends Question {
  readonly email: string;
  /** The status with which Better Auth answers a wrong one. */
  readonly wrongStatus: number;
}

export interface Slowing {
  readonly limits: readonly Limit[];
  /** What the request takes from whatever its answer is. */
  readonly always?: readonly Limit[];
  /** Whether this answer gives back what the request took, as it is none of those to slow down. */
  readonly givesBack?: (response: Response) => boolean;
}

/** The one way to Better Auth: requests that were checked, from an address nobody can make up; answers as ours are. */
export class AuthGateway {
  readonly invited: InvitedBrowsers;
  readonly #options: GatewayOptions;
  readonly #signIns: SignIns;

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.invited = new InvitedBrowsers(options);
    this.#signIns = new SignIns(options);
  }

  /** Better Auth's form of the client's address: a whole IPv6 network is one, as a household or a server has all of it. */
  address(c: Context): string {
    return getIP(this.#requestFor(c, {}), this.#options.auth.options) ?? 'unknown';
  }

  /** The hash of the browser, when it is one of the account with this email or phone number; else null. */
  knownDevice(c: Context, account: string): Promise<string | null> {
    return this.#options.devices.find(c.req.header('cookie') ?? '', account);
  }

  /** Who asks; null when nobody is signed in. */
  async visitor(c: Context): Promise<SignedIn | null> {
    const who = await this.#options.sessions.who(c.req.raw.headers);
    c.set('userId', who?.user.id);
    return who;
  }

  /** Gives what `visitor` gives. Throws a RejectedRequest when nobody is signed in. */
  async signedIn(c: Context): Promise<SignedIn> {
    const who = await this.visitor(c);
    if (!who) throw new RejectedRequest(401, 'UNAUTHORIZED');
    return who;
  }

  /** Who asks for what changes the sign-in methods: whoever finds a device open is to change none. Throws a RejectedRequest otherwise. */
  async freshlySignedIn(c: Context): Promise<SignedIn> {
    const who = await this.signedIn(c);
    if (!who.isFresh) throw new RejectedRequest(403, 'SESSION_NOT_FRESH');
    return who;
  }

  /** What Better Auth answers to `question`; 429 when there were too many of it, which are then not asked. */
  async ask(c: Context, question: Question = {}, slowing: Slowing = { limits: [] }): Promise<Response> {
    const { limits, always = [] } = slowing;
    return this.slowed([...always, ...limits], () => this.#ask(c, question, slowing));
  }

  /** The same, for a question that holds a password: limited, and hashed in turn, by where it comes from and by account. */
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

  /** Has the passwords in `work` hashed when it is the turn of the client's address, and there of the account of `email`. */
  inTurn<T>(c: Context, email: string, work: () => T): T {
    return this.#options.passwords.inTurn({ address: this.address(c), account: email.toLowerCase() }, work);
  }

  /** Runs `work` with the hash of a new password at hand. */
  withPrepared(password: string, work: () => Promise<Response>): Promise<Response> {
    return this.#options.passwords.withPrepared(password, work);
  }

  /** The answer that `work` gives; 429 when there were too many, which are then not worked on. */
  async slowed(limits: readonly Limit[], work: () => Promise<Response>): Promise<Response> {
    // Taken before anything is looked at, so that a hundred tries at once are no way around.
    const waitMs = await this.#options.throttle.take(limits);
    return waitMs > 0 ? tooMany(waitMs) : work();
  }

  async #ask(c: Context, question: Question, slowing: Slowing): Promise<Response> {
    const { throttle, auth, addressOf } = this.#options;
    const request = this.#requestFor(c, question);
    const response = await this.invited
      .run(c, request, () => auth.handler(request))
      .catch(async (error: unknown) => {
        // Whatever was tried, nobody has looked at it.
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

  /** Throws a RejectedRequest of a new password that is soon guessed. */
  async checkNewPassword(password: string, owner: PasswordOwner): Promise<void> {
    if (await isWeakPassword(password, owner)) throw new RejectedRequest(400, 'PASSWORD_TOO_EASY');
  }

  /** Whose password a link, of this token, lets choose anew; null when the link does not work. */
  async findResetOwner(token: string): Promise<PasswordOwner | null> {
    const { internalAdapter } = await this.#options.auth.$context;
    const link = await internalAdapter.findVerificationValue(`reset-password:${token}`);
    return link && internalAdapter.findUserById(link.value);
  }

  /** How many recovery codes a user has left; null when they are not asked for a second factor. */
  async recoveryCodesLeft(userId: string): Promise<number | null> {
    const { api, $context } = this.#options.auth;
    const { internalAdapter } = await $context;
    const user: { id: string; twoFactorEnabled?: unknown } | null =
      await internalAdapter.findUserById(userId);
    if (!user?.twoFactorEnabled) return null;
    return (await api.viewBackupCodes({ body: { userId } })).backupCodes.length;
  }

  /** Uses up what can be used once; false when it was. */
  async spend(limit: Limit): Promise<boolean> {
    return (await this.#options.throttle.take([limit])) === 0;
  }

  async restore(limit: Limit): Promise<void> {
    await this.#options.throttle.giveBack([limit]);
  }

  /** A code by text message, as Better Auth finds it stored. */
  async hashCode(phoneNumber: string, code: string): Promise<string> {
    return hashCode((await this.#options.auth.$context).secret, phoneNumber, code);
  }

  async hasPassword(userId: string): Promise<boolean> {
    const { internalAdapter } = await this.#options.auth.$context;
    return Boolean((await internalAdapter.findCredentialAccount(userId))?.password);
  }

  /** The password of an account that has none, whoever asks. */
  async addPassword(userId: string, password: string): Promise<void> {
    const { internalAdapter, password: passwords } = await this.#options.auth.$context;
    const account = { userId, providerId: 'credential', accountId: userId };
    await internalAdapter.linkAccount({ ...account, password: await passwords.hash(password) });
  }

  /** The first password of whoever asks, whose email is `email`. Better Auth has no endpoint for it. */
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
      // Hono answers HEAD as GET, and leaves the body out.
      method: method ?? (c.req.method === 'HEAD' ? 'GET' : c.req.method),
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
  }
}
