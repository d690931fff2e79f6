import { NAME_LENGTH, PASSWORD_LENGTH } from '#src/domain/identity/identity-limits.ts';
import { INTERNAL, type ErrorBody } from '#src/server/http/error-body.ts';

/** Messages for codes when Better Auth's own words do not say what to do. */
const MESSAGES = {
  INVALID_EMAIL_OR_PASSWORD: 'Wrong email or password.',
  INVALID_EMAIL: 'Please enter a valid email address.',
  INVALID_NAME: `Please enter a name of 1 to ${NAME_LENGTH} characters.`,
  INVALID_PASSWORD: 'This password is not right.',
  PASSWORD_TOO_SHORT: `Please choose a password of at least ${PASSWORD_LENGTH.min} characters.`,
  PASSWORD_TOO_EASY:
    'This password is too easy to guess. Please choose one that is not common, and not your name or email.',
  PASSWORD_TOO_LONG: `Please choose a password of at most ${PASSWORD_LENGTH.max} characters.`,
  USER_ALREADY_EXISTS: 'There is an account with this email already. Sign in instead.',
  FAILED_TO_CREATE_USER: 'The account could not be created. Try again; if you have one already, sign in.',
  EMAIL_NOT_VERIFIED: 'Confirm your email first, by the link in the mail you got. It can be sent again.',
  INVALID_TOKEN: 'This link was used already, or is not whole. Ask for a new one.',
  UNSUBSCRIBE_LINK_OVER:
    'This link is not whole, is older than 30 days, or is from before you last chose how reminders reach you. Sign in, and turn reminders by mail off in your account.',
  OTHER_BROWSER:
    'Open this link in the browser in which you came from the other site, or sign in by a link to your email.',
  TOKEN_EXPIRED: 'This link is older than 15 minutes. Ask for a new one.',
  INVALID_PHONE_NUMBER: 'Please enter a phone number that gets text messages.',
  PHONE_NUMBER_EXIST: 'This number belongs to another account.',
  INVALID_OTP: 'This code is wrong. Look at it again.',
  OTP_EXPIRED: 'This code is older than 5 minutes. Ask for a new one.',
  OTP_NOT_FOUND:
    'This code was used already, is too old, or was asked for in another browser. Ask for a new one.',
  TOO_MANY_TEXTS:
    'Many codes were asked for this number today. Use a browser that you signed in with before, use another sign-in method, or try again in 2 hours.',
  TOO_MANY_ATTEMPTS: 'Three codes were wrong. Ask for a new one.',
  USER_NOT_FOUND: 'This link was used already, or is not whole. Ask for a new one.',
  INVALID_USER: 'Somebody else is signed in here. Sign out, then open the link again.',
  SAME_EMAIL: 'This is the email you have already.',
  PASSWORD_ALREADY_SET: 'You have a password already. Change it instead.',
  SESSION_NOT_FOUND: 'This device is signed out already.',
  NO_PHOTO: 'This is no photo that can be used. Send a WebP, PNG or JPEG of 512 by 512 pixels at most.',
  PHOTO_TOO_LARGE: 'This photo is too large. Send 2 MB at most.',
  SIGN_UPS_CLOSED: 'This server accepts no new accounts. If you have one, sign in.',
  PROVIDER_NOT_FOUND: 'This provider does not answer. Try again later, or use another sign-in method.',
  PROVIDER_SIGNS_WITH_SECRET:
    'This provider signs with HS256, which cannot be checked safely. Ask whoever runs this server to choose RS256 or ES256 there.',
  LAST_WAY_IN: 'This is the only sign-in method of your account. Set up another one first.',
  UNAUTHORIZED: 'Sign in again, then try once more.',
  INVITATION_NEEDED: 'You need an invitation to sign up here. Ask whoever runs this server for one.',
  INVITATION_GONE: 'This invitation was used already, or is older than a week. Ask for a new one.',
  INVALID_ORIGIN: 'This request came from another site. Open Sunglow by its own address, and try again.',
  MISSING_OR_NULL_ORIGIN: 'The request does not say which site it came from. Send an Origin header.',
  TOO_MANY_REQUESTS: 'Too many requests. Wait a moment, then try again.',
  SESSION_NOT_FRESH: 'This needs a recent sign-in. Sign in again, then come back here.',
  PASSKEY_REFUSED: 'This passkey could not be accepted. Try again, or use another one.',
  PASSKEY_NOT_FOUND: 'This passkey is not known here; it may have been removed. Use another sign-in method.',
  CHALLENGE_NOT_FOUND: 'That took too long. Try again.',
  AUTHENTICATION_FAILED: 'This passkey could not be accepted. Try again, or use another sign-in method.',
  INVALID_CODE: 'This code is not right. Take the one that your app shows now.',
  CODE_USED: 'This code was tried already. Wait for the next one.',
  INVALID_BACKUP_CODE: 'This recovery code is not right, or was used already.',
  INVALID_TWO_FACTOR_COOKIE: 'This took too long. Sign in again.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many wrong codes. Sign in again.',
  ACCOUNT_TEMPORARILY_LOCKED: 'Too many wrong codes. Wait 15 minutes, then sign in again.',
  TOTP_ALREADY_ENABLED: 'Two-factor is on already. Reload the page.',
  TWO_FACTOR_NOT_ENABLED: 'Two-factor is off. Reload the page.',
  WRONG_FEED: 'This calendar feed cannot be added. Check its name, and try again.',
  TOO_MANY_FEEDS: 'You have 50 calendar feeds. Revoke one that no calendar uses any more.',
  WRONG_QUERY: 'This part of the history cannot be read. Open the history again.',
  WRONG_TARGET: 'Reminders cannot be sent there. Check the address and the secret, or turn them on again.',
  WRONG_TOKEN: 'Give the token a name, a scope, collections that you have, and an end in the future.',
  TOKEN_LIMIT: 'You have reached the limit of 100 access tokens. Revoke some to add more.',
  WRONG_ADDRESS: 'Messages cannot be sent to this address. Check it.',
  WRONG_FILTER: 'The filter cannot be read. Check its names and days.',
  WEBHOOK_LIMIT: 'You have 20 webhooks. Revoke one to add another.',
  HTTPS_NEEDED: 'This server sends to https addresses only.',
  TOKEN_NOT_FOUND: 'This access token was revoked already.',
  BAD_JSON: 'Send a JSON object.',
  TOO_LARGE: 'The request is too large. Send 16 KB at most.',
} as const;

export type AuthErrorCode = keyof typeof MESSAGES;

export function authError(code: AuthErrorCode): ErrorBody {
  return { code, message: MESSAGES[code] };
}

/** Better Auth's error answer in the form of all Sunglow errors. */
export function translateError(status: number, body: unknown): ErrorBody {
  if (status >= 500) return INTERNAL;
  const { code, message } = (body ?? {}) as Partial<Record<keyof ErrorBody, unknown>>;
  // Better Auth has a second code with the same meaning.
  if (code === 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL') return authError('USER_ALREADY_EXISTS');
  if (isKnown(code)) return authError(code);
  if (status === 429) return authError('TOO_MANY_REQUESTS');
  return {
    code: typeof code === 'string' ? code : 'BAD_REQUEST',
    message: typeof message === 'string' ? message : 'The server could not accept the request.',
  };
}

function isKnown(code: unknown): code is AuthErrorCode {
  return typeof code === 'string' && Object.hasOwn(MESSAGES, code);
}
