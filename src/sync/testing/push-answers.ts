import { parseServerMessage } from '#src/sync/protocol.ts';
import { readFrame } from './frames.ts';
import type { Coverage } from './coverage.ts';

/** Follows the pushes on one connection, to count the pages in which they are answered. */
export class PushAnswers {
  readonly #coverage: Coverage;
  #isAwaited = false;

  constructor(coverage: Coverage) {
    this.#coverage = coverage;
  }

  received(frame: string): void {
    const message = readFrame(frame);
    if (message.type === 'push') this.#isAwaited = true;
  }

  sent(frame: string): void {
    const message = parseServerMessage(frame);
    if (message.type === 'ok') {
      this.#coverage.saw('ok');
      this.#isAwaited = false;
    }
    if (message.type !== 'patch') return;
    if (frame.startsWith('{')) this.#coverage.saw('firstFormat');
    if (message.rest) this.#coverage.saw('page');
    if (message.rest && this.#isAwaited) this.#coverage.saw('answerInPages');
    if (message.outcomes.length > 0) this.#isAwaited = false;
  }
}
