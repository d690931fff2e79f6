import type { Context } from 'hono';
import { inboxLimit, mailLimits } from '#src/server/auth/limits/limits.ts';
import type { AuthGateway, Question } from './gateway.ts';
import type { Limit } from '#src/server/auth/limits/throttle.ts';

/** A mail that somebody asks for: the question that has it sent, if there is anybody to get it. */
export interface MailRequest extends Question {
  /** Which kind of mail: an inbox gets so many of each. */
  readonly kind: string;
  readonly email: string;
  /** What it takes from besides. */
  readonly limits?: readonly Limit[];
}

/** Asks for mails in the background: waited for, it would take longer where there is an account. All get one answer. */
export class MailRequests {
  readonly #gateway: AuthGateway;
  readonly #inBackground: (work: Promise<unknown>) => void;

  /** `inBackground` takes what goes on after the answer. */
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
