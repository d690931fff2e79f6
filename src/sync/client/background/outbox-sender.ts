import { Link, type Connect, type ConnectionState } from '#src/sync/client/connection/link.ts';
import type { StartTimer } from '#src/sync/client/start-timer.ts';
import type { ReplicaOptions } from '#src/sync/client/replica-options.ts';
import type { TabChannel, TabMessage } from '#src/sync/client/tabs/tab-channel.ts';
import type { Waiting } from './stored-outbox.ts';

export interface SenderOptions extends Pick<
  ReplicaOptions,
  'userId' | 'joinTabs' | 'lead' | 'random' | 'now'
> {
  readonly connect: Connect;
  readonly startTimer: StartTimer;
  readonly read: () => Promise<Waiting>;
}

/** A running leading tab answers sooner. */
const ANSWER_MS = 5_000;

/** Browsers stop a worker without a page after about half a minute. */
const LONGEST_MS = 25_000;

/** `sent`: the server has all mutations. `left-to-tab`: a tab sends them. `waits`: they wait for the next try. */
export type Sent = 'sent' | 'left-to-tab' | 'waits';

/**
 * Sends the outbox of a device that may have no running tab (sync rule W3). A leading tab that answers sends it
 * instead. Without an answer, this sender takes the lead while it works. It stores nothing from the server: sent
 * mutations stay in the outbox until a tab sends them again and gets their outcomes (W5). Rejects only when the disk
 * cannot be read.
 */
export function sendStoredOutbox(options: SenderOptions): Promise<Sent> {
  return new OutboxSender(options).done;
}

class OutboxSender {
  readonly done: Promise<Sent>;
  readonly #options: SenderOptions;
  readonly #settle: PromiseWithResolvers<Sent>;
  readonly #tabs: TabChannel;
  readonly #stopTimers: (() => void)[] = [];
  #giveUp: () => void;
  #link: Link | null = null;
  #leads = false;
  #isOver = false;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#settle = Promise.withResolvers();
    this.done = this.#settle.promise;
    this.#tabs = options.joinTabs((message) => this.#hear(message));
    this.#giveUp = this.#seek(false);
    // `check` makes the leading tab read the disk and wake a waiting connection.
    this.#tabs.post({ type: 'check' });
    this.#tabs.post({ type: 'joined' });
    this.#after(ANSWER_MS, () => {
      if (this.#leads) return;
      this.#giveUp();
      this.#giveUp = this.#seek(true);
    });
    this.#after(LONGEST_MS, () => this.#end('waits'));
  }

  #seek(steal: boolean): () => void {
    return this.#options.lead(
      {
        run: () => {
          this.#leads = true;
          this.#send().catch((error: unknown) => this.#end(null, error));
        },
        // A tab that the user sees has taken the lock.
        robbed: () => this.#end('left-to-tab'),
      },
      steal,
    );
  }

  #hear(message: TabMessage): void {
    if (this.#leads && message.type === 'joined')
      this.#tabs.post({ type: 'connection', state: 'connecting' });
    if (!this.#leads && message.type === 'connection')
      this.#end(message.state === 'online' ? 'left-to-tab' : 'waits');
  }

  async #send(): Promise<void> {
    const { mutations, version, loadedAt } = await this.#options.read();
    let waiting = mutations;
    const settle = (ids: ReadonlySet<string>) => {
      waiting = waiting.filter(({ id }) => !ids.has(id));
      if (waiting.length === 0) this.#end('sent');
      else this.#link?.settled(ids);
    };
    if (this.#isOver || waiting.length === 0) return this.#end('sent');
    const link = new Link({
      ...this.#options,
      cursor: () => ({ version, loadedAt }),
      waiting: (accept) => {
        const end = waiting.findIndex((mutation) => !accept(mutation));
        return end < 0 ? [...waiting] : waiting.slice(0, end);
      },
      // The first patch has no outcomes. Settling it starts the sending.
      onPatch: ({ outcomes }) => settle(new Set(outcomes.map(({ id }) => id))),
      onState: (state) => this.#onState(state),
      // A mutation that the server does not accept waits for a tab. Only a tab knows the mutators and can tell a broken
      // mutation from one that is too new for the server.
      isKnown: () => true,
      onUnsendable: () => {},
      onBeat: () => {},
      onDropped: () => {},
    });
    this.#link = link;
    link.start();
  }

  /** While it is offline, the link goes on trying. */
  #onState(state: ConnectionState): void {
    if (state === 'signed-out' || state === 'other-user' || state === 'upgrade') this.#end('waits');
  }

  #after(ms: number, run: () => void): void {
    this.#stopTimers.push(this.#options.startTimer(ms, run));
  }

  #end(sent: Sent | null, error?: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const stop of this.#stopTimers) stop();
    this.#link?.stop();
    this.#tabs.close();
    this.#giveUp();
    if (sent === null) this.#settle.reject(error);
    else this.#settle.resolve(sent);
  }
}
