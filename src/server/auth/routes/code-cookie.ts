import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { generateCookie, getCookie } from 'hono/cookie';
import { CODE_LIFETIME_S } from '#src/server/auth/phone/phone-plugin.ts';

/**
 * A browser that requests a code gets a random number in a cookie, and the code works only with it. Others
 * who request codes for the same number, or guess them, use their own cookies, and take nothing from this
 * browser.
 */
export class CodeCookie {
  readonly #isSecure: boolean;
  readonly #name: string;

  constructor(publicUrl: string) {
    this.#isSecure = publicUrl.startsWith('https:');
    this.#name = `${this.#isSecure ? '__Host-' : ''}sunglow.code`;
  }

  /** The value from the last code request; null without a recent one. */
  read(c: Context): string | null {
    return getCookie(c, this.#name) ?? null;
  }

  /** A new value, and the header that stores it in the browser. */
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
