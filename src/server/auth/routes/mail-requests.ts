import type { Context } from 'hono';
import { inboxLimit, mailLimits } from '#src/server/auth/limits/limits.ts';
import type { AuthGateway, Question } from './gateway.ts';
import type { Limit } from '#src/server/auth/limits/throttle.ts';

/** A requested mail: the question that makes Better Auth send it, if an account calls for it. */
export interface MailRequest extends Question {
  /** The kind of mail, since the limit per inbox counts each kind. */
  readonly kind: string;
  readonly email: string;
  readonly limits?: readonly Limit[];
}

/**
 * Asks for mails in the background, since waiting would take longer for an existing account. All get the same
 * answer.
 */
export class MailRequests {
  readonly #gateway: AuthGateway;
  readonly #inBackground: (work: Promise<unknown>) => void;

  /** `inBackground` takes work that continues after the answer. */
  constructor(gateway: AuthGateway, inBackground: (work: Promise<unknown>) => void) {
    this.#gateway = gateway;
    this.#inBackground = inBackground;
  }

  async answer(c: Context, { kind, email, limits = [], ...question }: MailRequest): Promise<Response> {
    const gateway = this.#gateway;
    const send = async () => {
      if (await gateway.spend(inboxLimit(kind, email))) await gateway.ask(c, question);
    };
    return gateway.slowed([...limits, ...mailLimits(gateway.address(c), email)], async () => {
      this.#inBackground(send());
      return c.json({ status: true });
    });
  }
}
