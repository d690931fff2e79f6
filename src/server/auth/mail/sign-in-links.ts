import { magicLink, type MagicLinkOptions } from 'better-auth/plugins/magic-link';
import { mayJoin } from '#src/server/auth/invitations.ts';
import { knownEmailMail, LINK_LIFETIME_S, signInMail, signUpMail } from './mails.ts';
import type { Config } from '#src/server/config/config.ts';
import type { Delivery, Mail } from '#src/server/delivery/delivery.ts';

/** The purpose of a link that Sunglow's own routes request; without one it is to sign in. */
export type LinkRequest =
  /** `invitation`: the token in the browser, if the server needs one to sign up. */
  | { readonly purpose: 'sign-up'; readonly invitation: string | null }
  /** For an existing account with an unconfirmed email. */
  | { readonly purpose: 'confirm' };

export interface SignInLinkOptions extends Pick<Config, 'publicUrl' | 'signUps'> {
  readonly delivery: Delivery;
  readonly inBackground: (work: Promise<unknown>) => void;
}

type Asked = Parameters<MagicLinkOptions['sendMagicLink']>;

/** Signing in and signing up by a mailed link. Every request gets the same answer, in the same time. */
export function signInLinks(options: SignInLinkOptions) {
  const { delivery, signUps, inBackground } = options;
  const { mail } = delivery;
  if (!mail) return [];
  const send = async (...asked: Asked) => {
    const message = await mailFor(options, ...asked);
    if (message) await mail(message);
  };
  return [
    magicLink({
      expiresIn: LINK_LIFETIME_S,
      storeToken: 'hashed',
      disableSignUp: signUps === 'closed',
      sendMagicLink: async (...asked) => inBackground(send(...asked)),
    }),
  ];
}

/** Null when the reader could not use the mail. */
async function mailFor(
  { publicUrl, signUps }: SignInLinkOptions,
  { email, token, metadata }: Asked[0],
  context: Asked[1],
): Promise<Mail | null> {
  // Read before the first await, while the request is still current.
  const canJoin = mayJoin(signUps, email);
  const owner = (await context?.context.internalAdapter.findUserByEmail(email))?.user;
  const link = { to: email, publicUrl, token };
  const request = metadata as LinkRequest | undefined;
  switch (request?.purpose) {
    case 'sign-up':
      return owner?.emailVerified ? knownEmailMail(link) : signUpMail(link, request.invitation);
    case 'confirm':
      return owner && !owner.emailVerified ? signUpMail(link, null) : null;
    case undefined:
      return canJoin || owner ? signInMail(link) : null;
  }
}
