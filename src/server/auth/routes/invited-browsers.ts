import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { SignInMethods } from '#src/domain/identity/sign-in-methods.ts';
import { INVITATION_DAYS, isFor, type Invitation, type Invitations } from '#src/server/auth/invitations.ts';

/**
 * Better Auth's endpoints that may add a user. Other requests neither use up an invitation nor admit anybody.
 */
const MAKES_ACCOUNTS = /^\/api\/auth\/(sign-up\/email|magic-link\/verify|phone-number\/verify|callback\/)/;

export interface InvitedOptions {
  readonly invitations: Invitations;
  readonly methods: SignInMethods;
  readonly publicUrl: string;
}

/** Keeps an opened invitation in a cookie of the browser, so that every way to sign up can use it. */
export class InvitedBrowsers {
  readonly #options: InvitedOptions;
  readonly #isSecure: boolean;
  readonly #cookie: string;

  constructor(options: InvitedOptions) {
    this.#options = options;
    this.#isSecure = options.publicUrl.startsWith('https:');
    this.#cookie = `${this.#isSecure ? '__Host-' : ''}sunglow.invitation`;
  }

  /** The valid invitation of this browser; null without one. */
  async current(c: Context): Promise<Invitation | null> {
    const token = this.token(c);
    return token === null ? null : this.#options.invitations.find(token, Date.now());
  }

  /** The token of this browser's invitation on a server that needs one; else null. */
  token(c: Context): string | null {
    return this.#options.methods.signUps === 'invite' ? (getCookie(c, this.#cookie) ?? null) : null;
  }

  /** Stores an invitation in the browser; null for an unknown token. */
  async keep(c: Context, token: string): Promise<Invitation | null> {
    const invitation = await this.#options.invitations.find(token, Date.now());
    if (!invitation) return null;
    setCookie(c, this.#cookie, token, {
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      secure: this.#isSecure,
      maxAge: INVITATION_DAYS * 86_400,
    });
    return invitation;
  }

  /** True when this browser may make an account with this email. */
  async mayJoin(c: Context, email: string): Promise<boolean> {
    const { signUps } = this.#options.methods;
    if (signUps !== 'invite') return signUps === 'open';
    const invitation = await this.current(c);
    return invitation !== null && isFor(invitation, email);
  }

  /** Runs Better Auth's answer to `request` with the browser's invitation. */
  async run(c: Context, request: Request, answer: () => Promise<Response>): Promise<Response> {
    const { invitations } = this.#options;
    const token = this.token(c);
    if (token === null) return answer();
    return invitations.run(token, MAKES_ACCOUNTS.test(new URL(request.url).pathname), Date.now(), answer);
  }
}
