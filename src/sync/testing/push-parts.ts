import type { ClientMessage, ServerMessage } from '#src/sync/protocol.ts';
import type { Coverage } from './coverage.ts';

/** Follows the pushes on one connection, to count those that are answered in parts, and pages. */
export class PushParts {
  readonly #coverage: Coverage;
  /** How many mutations of each push, oldest first, have no outcome yet. */
  readonly #unanswered: number[] = [];
  #isAmid = false;

  constructor(coverage: Coverage) {
    this.#coverage = coverage;
  }

  received(frame: string): void {
    const message = JSON.parse(frame) as ClientMessage;
    if (message.type === 'push') this.#unanswered.push(message.mutations.length);
  }

  sent(frame: string): void {
    const message = JSON.parse(frame) as ServerMessage;
    if (message.type !== 'patch') return;
    if (message.rest && this.#unanswered.length > 0) this.#coverage.saw('answerInPages');
    if (message.outcomes.length === 0) return;
    const rest = (this.#unanswered[0] ?? 0) - message.outcomes.length;
    this.#isAmid = rest > 0;
    if (this.#isAmid) {
      this.#unanswered[0] = rest;
      this.#coverage.saw('partAnswered');
    } else {
      this.#unanswered.shift();
    }
  }

  /** The connection or the server is gone. */
  ended(): void {
    if (this.#isAmid) this.#coverage.saw('pushLeftAmid');
    this.#isAmid = false;
  }
}
