import { MAIL_LINK_PATH, type LinkPurpose } from '#src/domain/identity/mail-link.ts';
import type { Mail } from '#src/server/delivery/delivery.ts';
import { renderMail } from '#src/server/delivery/mail-template.ts';

/** The lifetime of a link in seconds. */
export const LINK_LIFETIME_S = 15 * 60;

const ONCE = 'The link works once, for 15 minutes.';

export interface LinkMail {
  readonly to: string;
  readonly publicUrl: string;
  readonly token: string;
}

/**
 * The token comes after `#`, so that merely opening the link, as mail scanners do, neither sends it to the
 * server nor gets it into a log.
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

/** Sent after a sign-up: the owner of the mailbox makes the account, and chooses its password. */
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

/** Sent to a user from a provider that does not vouch for the email. */
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

/** Sent to the present address of an account before another one replaces it. */
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

/** Sent to the new address, whose reader may not have requested the change. */
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

/**
 * Sent when an email with an account signs up again. The page does not say so, since anybody could ask it.
 */
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

/** Sent after a sign-in from a browser that is new to this user. */
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
    action: { label: 'See your devices', url: `${publicUrl}/app/account/security` },
    note: 'If this was you, there is nothing to do. If it was not, log that device out there, and change your password.',
  });
}
