import type { ReplicaOptions } from '#src/sync/client/replica-options.ts';
import type { ClientMessage, Patch } from '#src/sync/protocol.ts';
import { parseServerMessage } from '#src/sync/parse-message.ts';
import { readFrame } from './frames.ts';
import { Process, type World } from './world.ts';

const ABNORMAL = 1006;

/** The connection from one device to the server. It records the messages, and breaks after a number of pages. */
export class BreakingWire {
  readonly sent: ClientMessage[] = [];
  readonly patches: Patch[] = [];
  readonly #world: World;
  #pages = Infinity;

  constructor(world: World) {
    this.#world = world;
  }

  /** The options for `openTab`. */
  readonly join = ({ connect }: ReplicaOptions): Partial<ReplicaOptions> => ({
    connect: (events) => {
      const broken = this.#pages === 0;
      const socket = connect({
        opened: () => (broken ? events.closed(ABNORMAL) : events.opened()),
        closed: (code) => events.closed(code),
        received: (text) => {
          if (this.#pages === 0) return;
          const message = parseServerMessage(text);
          if (message.type === 'patch') this.patches.push(message);
          events.received(text);
          if (message.type !== 'patch' || !message.rest || --this.#pages > 0) return;
          socket.close();
          // The wait gives the device time to store the page.
          this.#world.startTimer(new Process(), 1, () => events.closed(ABNORMAL));
        },
      });
      return {
        send: (text) => {
          this.sent.push(readFrame(text));
          socket.send(text);
        },
        close: () => socket.close(),
      };
    },
  });

  breakAfter(pages: number): void {
    this.#pages = pages;
  }

  mend(): void {
    this.#pages = Infinity;
    this.sent.length = 0;
    this.patches.length = 0;
  }

  get hello(): ClientMessage | undefined {
    return this.sent.find(({ type }) => type === 'hello');
  }
}
