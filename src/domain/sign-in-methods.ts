/** The sign-in methods that a server offers, as its pages ask for them. */
export interface SignInMethods {
  /** Mail can be sent: a link to sign in with, a new password. */
  readonly email: boolean;
  /** A new account has to confirm its email first. */
  readonly confirmsEmail: boolean;
  /** Text messages can be sent: a code to sign in with. */
  readonly phone: boolean;
  /** Passkeys can be used: browsers know them by the name of a host. */
  readonly passkeys: boolean;
  /** Who else can vouch for a user, in the order of their buttons. */
  readonly providers: readonly Provider[];
  /** Who may make an account: anybody, whoever has an invitation, nobody. */
  readonly signUps: 'open' | 'invite' | 'closed';
}

export interface Provider {
  readonly id: string;
  readonly name: string;
  /** Tells whether an email is confirmed; only then can it be linked to an account that exists. */
  readonly vouches: boolean;
}

/** The sign-in methods of an account that its user has set up. */
export interface AccountMethods {
  readonly password: boolean;
  /** The confirmed address to which links can be sent. */
  readonly email: string | null;
  /** The confirmed number to which codes can be sent. */
  readonly phone: string | null;
  readonly passkeys: number;
  /** The ids of the linked ones. */
  readonly providers: readonly string[];
}

/** How many they are; the last one must stay. */
export function countAccountMethods({ password, email, phone, passkeys, providers }: AccountMethods): number {
  return Number(password) + Number(email !== null) + Number(phone !== null) + passkeys + providers.length;
}

/** Why the way through a provider led nowhere, as `?error=` of the page that it ends on. */
export const PROVIDER_PROBLEMS = [
  'PROVIDER_DENIED',
  'PROVIDER_EXPIRED',
  'PROVIDER_FAILED',
  'PROVIDER_SIGNS_WITH_SECRET',
  'PROVIDER_NO_EMAIL',
  'EMAIL_UNPROVEN',
  'ACCOUNT_EXISTS',
  'SIGN_UPS_CLOSED',
  'LINKED_ELSEWHERE',
  'EMAIL_DIFFERS',
  'EMAIL_NOT_VOUCHED',
  'TOO_MANY',
] as const;

export type ProviderProblem = (typeof PROVIDER_PROBLEMS)[number];
