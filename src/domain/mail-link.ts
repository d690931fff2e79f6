/** What a link in a mail is for: to sign in, to make an account, to confirm an email, to choose a new password. */
export const LINK_PURPOSES = ['sign-in', 'sign-up', 'verify', 'reset'] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/** The page of the app that links in mails lead to. */
export const MAIL_LINK_PATH = '/auth/link';

/** What a link ends, without signing anybody in: reminders by mail. */
const UNSUBSCRIBE = 'unsubscribe' as const;

/**
 * Mails link to `/auth/link#PURPOSE=TOKEN`, to sign up also `&invite=TOKEN` where that takes an invitation: what is behind `#` is sent to no server when the link is merely opened. The
 * page asks the reader to go on, and only then is the link used.
 */
export interface MailLink {
  readonly purpose: LinkPurpose | typeof UNSUBSCRIBE;
  readonly token: string;
  /** The token of the invitation that goes with it; null when there is none. */
  readonly invitation: string | null;
}

/** The link in the `hash` of an address; null when there is none, or not a whole one. */
export function parseMailLink(hash: string): MailLink | null {
  const parameters = new URLSearchParams(hash.slice(1));
  const purpose = ([...LINK_PURPOSES, UNSUBSCRIBE] as const).find((each) => parameters.has(each));
  const token = purpose && parameters.get(purpose);
  return token ? { purpose, token, invitation: parameters.get('invite') } : null;
}
