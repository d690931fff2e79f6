import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { generateCookie, getCookie } from 'hono/cookie';
import { CODE_LIFETIME_S } from '#src/server/auth/phone/phone-plugin.ts';

/**
 * A browser that asks for a code gets a random number for it, in a cookie, without which the code is of no use. So whoever
 * else asks for codes to the same number, or guesses at one, does so with their own, and takes nothing from this one.
 */
export class CodeCookie {
  readonly #isSecure: boolean;
  readonly #name: string;

  constructor(publicUrl: string) {
    this.#isSecure = publicUrl.startsWith('https:');
    this.#name = `${this.#isSecure ? '__Host-' : ''}sunglow.code`;
  }

  /** What the browser got with the last code; null when it has asked for none in time. */
  read(c: Context): string | null {
    return getCookie(c, this.#name) ?? null;
  }

  /** A new one, and the header that has the browser keep it. */
  create(): { readonly value: string; readonly header: string } {
    const value = randomBytes(32).toString('base64url');
    const header = generateCookie(this.#name, value, {
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      secure: this.#isSecure,
      maxAge: CODE_LIFETIME_S,
    });
    return { value, header };
  }
}
