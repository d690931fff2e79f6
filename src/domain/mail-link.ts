/** What a link in a mail is for: to log in, to confirm an email, to choose a new password. */
export type LinkPurpose = 'sign-in' | 'verify' | 'reset';

/**
 * Mails link to `/auth/link#PURPOSE=TOKEN`: what is behind `#` is sent to no server when the link is merely opened. The
 * page asks the reader to go on, and only then is the link used.
 */
export interface MailLink {
  readonly purpose: LinkPurpose;
  readonly token: string;
}

/** The link in the `hash` of an address; null when there is none, or not a whole one. */
export function parseMailLink(hash: string): MailLink | null {
  const [purpose, token] = [...new URLSearchParams(hash.slice(1))][0] ?? [];
  if (purpose !== 'sign-in' && purpose !== 'verify' && purpose !== 'reset') return null;
  return token ? { purpose, token } : null;
}
