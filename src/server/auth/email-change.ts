import { createEmailVerificationToken } from 'better-auth/api';
import { verifyJWT } from 'better-auth/crypto';
import type { Auth } from '#src/server/auth/auth.ts';
import { LINK_LIFETIME_S, leaveAddressMail, verifyMail } from '#src/server/auth/mails.ts';
import type { SignedIn } from '#src/server/auth/sessions.ts';
import type { Delivery } from '#src/server/delivery/delivery.ts';

/** What Better Auth calls the two links. */
const FROM_THE_OLD = 'change-email-confirmation';
const FROM_THE_NEW = 'change-email-verification';

export interface EmailChangeOptions {
  readonly auth: Auth;
  readonly delivery: Pick<Delivery, 'mail'>;
  readonly publicUrl: string;
  readonly inBackground: (work: Promise<unknown>) => void;
}

/**
 * The first step of changing an account's email: a mail to the address that it has, or straight to the new one while it
 * has none that was confirmed. Better Auth takes the links, and sends the second mail; its own first step sends none when
 * the new address has an account, by which anybody could find out.
 */
export class EmailChange {
  readonly #options: EmailChangeOptions;

  constructor(options: EmailChangeOptions) {
    this.#options = options;
  }

  /** Sends the mail in the background. */
  async begin({ email, emailVerified }: SignedIn['user'], newEmail: string): Promise<void> {
    const { auth, delivery, publicUrl, inBackground } = this.#options;
    if (!delivery.mail) return;
    const { secret } = await auth.$context;
    const requestType = emailVerified ? FROM_THE_OLD : FROM_THE_NEW;
    const token = await createEmailVerificationToken(secret, email, newEmail, LINK_LIFETIME_S, {
      requestType,
    });
    const mail = emailVerified
      ? leaveAddressMail({ to: email, publicUrl, token }, newEmail)
      : verifyMail({ to: newEmail, publicUrl, token });
    inBackground(delivery.mail(mail));
  }

  /**
   * What a link to confirm an address says of a change; null when it is for something else, or was made up. `isTaken`:
   * whether the new address, whose owner has followed it, has an account.
   */
  async read(token: string): Promise<{ readonly isTaken: boolean } | null> {
    const { secret, internalAdapter } = await this.#options.auth.$context;
    const claims = await verifyJWT<{ updateTo?: unknown; requestType?: unknown }>(token, secret);
    if (typeof claims?.updateTo !== 'string') return null;
    const isLast = claims.requestType === FROM_THE_NEW;
    return { isTaken: isLast && (await internalAdapter.findUserByEmail(claims.updateTo)) !== null };
  }
}
