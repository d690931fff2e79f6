import type { ClientMessage, ServerMessage } from '#src/sync/protocol.ts';
import type { Coverage } from './coverage.ts';

/** Follows the pushes on one connection, to count the pages in which they are answered. */
export class PushAnswers {
  readonly #coverage: Coverage;
  #isAwaited = false;

  constructor(coverage: Coverage) {
    this.#coverage = coverage;
  }

  received(frame: string): void {
    const message = JSON.parse(frame) as ClientMessage;
    if (message.type === 'push') this.#isAwaited = true;
  }

  sent(frame: string): void {
    const message = JSON.parse(frame) as ServerMessage;
    if (message.type !== 'patch') return;
    if (message.rest && this.#isAwaited) this.#coverage.saw('answerInPages');
    if (message.outcomes.length > 0) this.#isAwaited = false;
  }
}
