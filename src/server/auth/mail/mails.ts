import type { ListedToken, TokenScope } from '#src/domain/identity/access-token.ts';
import type { NewWebhook, WebhookEnd } from '#src/reading/webhooks/webhooks-api.ts';
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
    note: `${ONCE} If you did not ask for it, ignore this email: nobody can sign in without the link.`,
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
    note: `${ONCE} If you did not sign up for Sunglow, ignore this email: without the link, no account is made.`,
  });
}

/** Sent to a user from a provider that does not vouch for the email. */
export function verifyMail(link: LinkMail): Mail {
  return renderMail({
    to: link.to,
    subject: 'Confirm your email for Sunglow',
    paragraphs: ['One step is left: confirm that this email address is yours.'],
    action: { label: 'Confirm email', url: linkTo(link, 'verify') },
    note: `${ONCE} Open it in the browser where you signed up for Sunglow. If you did not sign up, ignore this email.`,
  });
}

export function resetMail(link: LinkMail): Mail {
  return renderMail({
    to: link.to,
    subject: 'Choose a new password for Sunglow',
    paragraphs: ['Here is the link to choose a new password.'],
    action: { label: 'Choose a new password', url: linkTo(link, 'reset') },
    note: `${ONCE} If you did not ask for it, ignore this email: your password stays as it is.`,
  });
}

/** Sent to the present address of an account before another one replaces it. */
export function leaveAddressMail(link: LinkMail, newEmail: string): Mail {
  return renderMail({
    to: link.to,
    subject: 'Change your email for Sunglow',
    paragraphs: [
      `You asked to use ${newEmail} with Sunglow.`,
      'Confirm the change here. Then we email the new address.',
    ],
    action: { label: 'Change email', url: linkTo(link, 'verify') },
    note: `${ONCE} If you did not ask for it, somebody else is signed in as you: change your password.`,
  });
}

/** Sent to the new address, whose reader may not have requested the change. */
export function newAddressMail(link: LinkMail): Mail {
  return renderMail({
    to: link.to,
    subject: 'Confirm your email for Sunglow',
    paragraphs: [
      'A Sunglow user wants to use this address for their account.',
      'If that is you, confirm it here.',
    ],
    action: { label: 'Confirm email', url: linkTo(link, 'verify') },
    note: `${ONCE} If that is not you, ignore this email.`,
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
    subject: 'You already have a Sunglow account',
    paragraphs: ['Somebody, probably you, tried to sign up with this email. It already has an account.'],
    action: { label: 'Sign in to Sunglow', url: linkTo(link, 'sign-in') },
    note: `${ONCE} If you forgot your password, choose a new one on the sign-in page. If this was not you, ignore this email.`,
  });
}

export interface NewSignIn {
  /** Browser and system, in words. */
  readonly device: string;
  readonly address: string;
  /** Ms since 1970 UTC. */
  readonly at: number;
}

const WHEN = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** Sent after a sign-in from a browser that is new to this user. */
export function newDeviceMail({ to, publicUrl }: NoticeMail, { device, address, at }: NewSignIn): Mail {
  return renderMail({
    to,
    subject: 'New device signed in to Sunglow',
    paragraphs: [
      'Somebody signed in to your account from a new device.',
      `When: ${WHEN.format(at)} UTC`,
      `Device: ${device}`,
      `Address: ${address}`,
    ],
    action: { label: 'See your devices', url: `${publicUrl}/app/account/security` },
    note: 'If this was you, you need to do nothing. If not, sign that device out and change your password.',
  });
}

const SCOPE_WORDS: Readonly<Record<TokenScope, string>> = {
  read: 'can read',
  propose: 'can read, and propose changes to you',
  write: 'can read and change',
};

/** Sent after an access token was added, which works without a sign-in. */
export function newTokenMail({ to, publicUrl }: NoticeMail, token: ListedToken): Mail {
  const { name, scope, collections, createdAt } = token;
  const reach =
    collections === null
      ? 'all of your tasks'
      : `the tasks of ${collections.length} ${collections.length === 1 ? 'collection' : 'collections'}`;
  return renderMail({
    to,
    subject: 'New access token for Sunglow',
    paragraphs: [
      `Your account has a new access token. Programs that have it ${SCOPE_WORDS[scope]} ${reach}.`,
      `Name: ${name}`,
      `When: ${WHEN.format(createdAt)} UTC`,
    ],
    action: { label: 'See your access tokens', url: `${publicUrl}/app/account` },
    note: 'If this was you, you need to do nothing. If not, revoke the token and change your password.',
  });
}

/** Sent after a webhook was added, which works without a sign-in. `at`: ms since 1970 UTC. */
export function newWebhookMail({ to, publicUrl }: NoticeMail, webhook: NewWebhook, at: number): Mail {
  return renderMail({
    to,
    subject: 'New webhook for Sunglow',
    paragraphs: [
      'Your account has a new webhook. Its receiver is told of the tasks in a filter.',
      `Name: ${webhook.name}`,
      `Receiver: ${URL.parse(webhook.address)?.host ?? ''}`,
      `When: ${WHEN.format(at)} UTC`,
    ],
    action: { label: 'See your webhooks', url: `${publicUrl}/app/account/access` },
    note: 'If this was you, you need to do nothing. If not, revoke the webhook and change your password.',
  });
}

const ENDS: Readonly<Record<WebhookEnd, string>> = {
  GONE: 'Its receiver answered that it takes no more messages (410).',
  FAILING: 'All messages to its receiver failed for five days.',
};

/** Sent when a webhook was switched off. */
export function webhookOverMail(
  { to, publicUrl }: NoticeMail,
  { name, ended }: { readonly name: string; readonly ended: WebhookEnd },
): Mail {
  return renderMail({
    to,
    subject: 'A webhook of Sunglow was switched off',
    paragraphs: [`The webhook “${name}” was switched off. ${ENDS[ended]}`],
    action: { label: 'See your webhooks', url: `${publicUrl}/app/account/access` },
    note: 'Once the receiver works again, turn the webhook on there. It then tells of later changes.',
  });
}
