import { isId } from '#src/domain/id.ts';
import { FEED_PATH } from '#src/reading/feeds/feeds-api.ts';
import { UNSUBSCRIBE_PATH } from '#src/domain/identity/mail-link.ts';

/** The paths whose next part is a secret: programs that bring nothing else have to send it there. */
const SECRET_PATHS = [UNSUBSCRIBE_PATH, FEED_PATH];

/** Text as long as a secret. The shortest secrets, those of links in mails, have 32 characters. */
const LONG_TEXT = /[\w%-]{20,}/g;

/**
 * The path of a request for logs and traces, without a secret in it. A mistyped path has a valid secret too, so any
 * text that could be one is left out. Ids of rows are none.
 */
export function loggedPath(path: string): string {
  const secret = SECRET_PATHS.find((each) => path.startsWith(`${each}/`));
  if (secret !== undefined) return `${secret}/...`;
  const plain = withoutEncoding(path);
  const masked = plain.replaceAll(LONG_TEXT, (text) => (isSecretLike(text) ? '...' : text));
  return masked === plain ? path : masked;
}

/** Random text of 20 characters has an upper-case letter or a digit; words of an address have neither. */
function isSecretLike(text: string): boolean {
  return /[A-Z\d]/.test(text) && !isId(text);
}

/** The path with its ASCII characters decoded. A decoder for whole addresses fails for `%zz`. */
function withoutEncoding(path: string): string {
  return path.replaceAll(/%([0-7][\da-f])/gi, (_, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  );
}
