import { parseServerMessage } from '#src/sync/parse-message.ts';
import { readFrame } from './frames.ts';
import type { Coverage } from './coverage.ts';

/** Follows the pushes on one connection, and counts the answers that come in pages or parts. */
export class PushAnswers {
  readonly #coverage: Coverage;
  /** The number of unanswered mutations of each push. */
  #awaited: number[] = [];

  constructor(coverage: Coverage) {
    this.#coverage = coverage;
  }

  received(frame: string): void {
    const message = readFrame(frame);
    if (message.type === 'push') this.#awaited.push(message.mutations.length);
  }

  sent(frame: string): void {
    const message = parseServerMessage(frame);
    if (message.type === 'ok') {
      this.#coverage.saw('ok');
      this.#awaited.shift();
    }
    if (message.type !== 'patch') return;
    if (message.rest) this.#coverage.saw('page');
    if (message.rest && this.#awaited.length > 0) this.#coverage.saw('answerInPages');
    this.#answered(message.outcomes.length);
  }

  #answered(outcomes: number): void {
    let more = outcomes;
    while (more > 0) {
      const [awaited = more] = this.#awaited.splice(0, 1);
      if (awaited > more) {
        this.#coverage.saw('answerInParts');
        this.#awaited.unshift(awaited - more);
      }
      more -= Math.min(more, awaited);
    }
  }
}
