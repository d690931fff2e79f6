/** The purposes of links in mails: to sign in, to sign up, to confirm an email, to choose a new password. */
export const LINK_PURPOSES = ['sign-in', 'sign-up', 'verify', 'reset'] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/** The page of the app for links in mails. */
export const MAIL_LINK_PATH = '/auth/link';

/**
 * Mail programs post below this path without a session and without a page of ours (RFC 8058): the token has to
 * be in the path.
 */
export const UNSUBSCRIBE_PATH = '/unsubscribe';

/** The purpose of a link that ends reminders by mail, without signing in. */
const UNSUBSCRIBE = 'unsubscribe' as const;

/**
 * Mails link to `/auth/link#PURPOSE=TOKEN`, with `&invite=TOKEN` for a sign-up by invitation. Browsers send
 * no server the part after `#`, so that merely opening the link uses nothing up. The page asks the reader to
 * continue, and only then uses it.
 */
export interface MailLink {
  readonly purpose: LinkPurpose | typeof UNSUBSCRIBE;
  readonly token: string;
  /** The token of the invitation, or null without one. */
  readonly invitation: string | null;
}

/** The link in the `hash` of an address; null without a complete one. */
export function parseMailLink(hash: string): MailLink | null {
  const parameters = new URLSearchParams(hash.slice(1));
  const purpose = ([...LINK_PURPOSES, UNSUBSCRIBE] as const).find((each) => parameters.has(each));
  const token = purpose && parameters.get(purpose);
  return token ? { purpose, token, invitation: parameters.get('invite') } : null;
}
