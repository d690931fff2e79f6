import { MAIL_LINK_PATH, type LinkPurpose } from '#src/domain/mail-link.ts';
import type { Mail } from '#src/server/delivery/delivery.ts';
import { renderMail } from '#src/server/delivery/mail-template.ts';

/** Seconds for which a link works. */
export const LINK_LIFETIME_S = 15 * 60;

const ONCE = 'The link works once, for 15 minutes.';

export interface LinkMail {
  readonly to: string;
  readonly publicUrl: string;
  readonly token: string;
}

/**
 * The token stands behind `#`, so that it is neither sent to the server nor logged by one when the link is merely opened, as
 * scanners of mail do.
 */
export function linkTo({ publicUrl, token }: Omit<LinkMail, 'to'>, purpose: LinkPurpose): string {
  return `${publicUrl}${MAIL_LINK_PATH}#${purpose}=${encodeURIComponent(token)}`;
}

export function signInMail(link: LinkMail): Mail {
  return renderMail({
    to: link.to,
    subject: 'Your link to Sunglow',
    paragraphs: ['Here is the link you asked for.'],
    action: { label: 'Sign in to Sunglow', url: linkTo(link, 'sign-in') },
    note: `${ONCE} If you did not ask for it, ignore this mail: nobody gets in without the link.`,
  });
}

/** It goes to whoever signs up: the account is made by whoever has the mailbox, and chooses its password. */
export function signUpMail(link: LinkMail, invitation: string | null): Mail {
  const invited = invitation === null ? '' : `&invite=${encodeURIComponent(invitation)}`;
  return renderMail({
    to: link.to,
    subject: 'Confirm your email for Sunglow',
    paragraphs: ['One step is left: confirm that this email address is yours, and choose a password.'],
    action: { label: 'Confirm email', url: linkTo(link, 'sign-up') + invited },
    note: `${ONCE} If you have not just signed up with Sunglow, ignore this mail: there is no account without the link.`,
  });
}

/** It goes to whoever comes from a provider that does not vouch for their email. */
export function verifyMail(link: LinkMail): Mail {
  return renderMail({
    to: link.to,
    subject: 'Confirm your email for Sunglow',
    paragraphs: ['One step is left: confirm that this email address is yours.'],
    action: { label: 'Confirm email', url: linkTo(link, 'verify') },
    note: `${ONCE} Open it in the browser in which you signed up with Sunglow. If you have not just done so, ignore this mail.`,
  });
}

export function resetMail(link: LinkMail): Mail {
  return renderMail({
    to: link.to,
    subject: 'Choose a new password for Sunglow',
    paragraphs: ['Here is the link to choose a new password.'],
    action: { label: 'Choose a new password', url: linkTo(link, 'reset') },
    note: `${ONCE} If you did not ask for it, ignore this mail: your password stays as it is.`,
  });
}

/** It goes to the address that an account has, when another is to take its place. */
export function leaveAddressMail(link: LinkMail, newEmail: string): Mail {
  return renderMail({
    to: link.to,
    subject: 'Change your email for Sunglow',
    paragraphs: [
      `You asked to use ${newEmail} with Sunglow from now on.`,
      'Confirm it here; then the new address gets a mail too.',
    ],
    action: { label: 'Change email', url: linkTo(link, 'verify') },
    note: `${ONCE} If you did not ask for it, somebody is signed in as you: change your password.`,
  });
}

/** It goes to the address that is to take that place: its reader may not be the one who asked. */
export function newAddressMail(link: LinkMail): Mail {
  return renderMail({
    to: link.to,
    subject: 'Confirm your email for Sunglow',
    paragraphs: [
      'Somebody who is signed in to Sunglow wants to use this address for their account.',
      'If that is you, confirm it here.',
    ],
    action: { label: 'Confirm email', url: linkTo(link, 'verify') },
    note: `${ONCE} If that is not you, ignore this mail, or they could be written to as you.`,
  });
}

export interface NoticeMail {
  readonly to: string;
  readonly publicUrl: string;
}

/** It goes to whoever signs up again with the email of an account, which the page does not tell, as it would tell anybody. */
export function knownEmailMail(link: LinkMail): Mail {
  return renderMail({
    to: link.to,
    subject: 'You have a Sunglow account already',
    paragraphs: [
      'Somebody, most likely you, has tried to sign up with this email. It has an account already.',
    ],
    action: { label: 'Sign in to Sunglow', url: linkTo(link, 'sign-in') },
    note: `${ONCE} If you forgot your password, choose a new one on the sign-in page. If this was not you, ignore this mail.`,
  });
}

export interface NewSignIn {
  /** Browser and system, in words. */
  readonly device: string;
  readonly address: string;
  /** Ms since 1970 UTC. */
  readonly at: number;
}

/** It goes out after a sign-in from a browser that this user has not used before. */
export function newDeviceMail({ to, publicUrl }: NoticeMail, { device, address, at }: NewSignIn): Mail {
  const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return renderMail({
    to,
    subject: 'New device signed in to Sunglow',
    paragraphs: [
      'Somebody has signed in to your account from a device it has not been used on before.',
      `When: ${when.format(at)} UTC`,
      `Device: ${device}`,
      `Address: ${address}`,
    ],
    action: { label: 'See your devices', url: `${publicUrl}/app/account` },
    note: 'If this was you, there is nothing to do. If it was not, log that device out there, and change your password.',
  });
}
