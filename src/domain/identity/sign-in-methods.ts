/** The sign-in methods of a server, for its pages. */
export interface SignInMethods {
  /** True when the server sends mail: sign-in links, links for a new password. */
  readonly email: boolean;
  /** True when a new account must confirm its email first. */
  readonly confirmsEmail: boolean;
  /** True when the server sends text messages: codes to sign in. */
  readonly phone: boolean;
  /** True when passkeys work: browsers tie them to a host name. */
  readonly passkeys: boolean;
  /** The providers, in the order of their buttons. */
  readonly providers: readonly Provider[];
  /** Who may sign up: anybody, people with an invitation, or nobody. */
  readonly signUps: 'open' | 'invite' | 'closed';
}

export interface Provider {
  readonly id: string;
  readonly name: string;
  /**
   * True for a provider that says if an email is confirmed. Only a confirmed email can link to an existing
   * account.
   */
  readonly vouches: boolean;
}

/** The sign-in methods that a user has set up. */
export interface AccountMethods {
  readonly password: boolean;
  /** The confirmed address for links. */
  readonly email: string | null;
  /** The confirmed number for codes. */
  readonly phone: string | null;
  readonly passkeys: number;
  /** The ids of the linked providers. */
  readonly providers: readonly string[];
}

/** The number of sign-in methods. The last one must stay. */
export function countAccountMethods({ password, email, phone, passkeys, providers }: AccountMethods): number {
  return Number(password) + Number(email !== null) + Number(phone !== null) + passkeys + providers.length;
}

/** The problems of a sign-in with a provider, as `?error=` of the final page. */
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
