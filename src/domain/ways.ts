/** The ways to sign in that a server offers, as its pages ask for them. */
export interface Ways {
  /** Mail can be sent: a link to log in with, a new password. */
  readonly email: boolean;
  /** A new account has to confirm its email first. */
  readonly confirmsEmail: boolean;
  /** Text messages can be sent: a code to log in with. */
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
}
