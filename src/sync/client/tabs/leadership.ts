import { LeaderWatch } from './leader-watch.ts';
import { Leader, type LeaderOptions } from './leader.ts';
import type { ConnectionState, Link } from '#src/sync/client/connection/link.ts';
import type { ReplicaOptions } from '#src/sync/client/replica-options.ts';
import type { StoredState } from '#src/sync/client/state/stored-state.ts';
import type { TabMessage } from './tab-channel.ts';

interface LeadershipOptions
  extends
    Pick<
      LeaderOptions,
      | 'userId'
      | 'store'
      | 'state'
      | 'connect'
      | 'startTimer'
      | 'random'
      | 'now'
      | 'inSequence'
      | 'loadSetBack'
    >,
    Pick<ReplicaOptions, 'lead' | 'isVisible'> {
  readonly stored: StoredState;
  readonly post: (message: TabMessage) => void;
}

/** Milliseconds before a tab seeks the lead again after the server rejected its app. Other tabs may lead meanwhile. */
const STAND_BACK_MS = 30_000;

/** Decides if this tab leads its device (sync rules W3 and W11), and tells the other tabs when it does. */
export class Leadership {
  readonly #options: LeadershipOptions;
  readonly #watch: LeaderWatch;
  /** True when this tab has the lead. It may still be catching up with the disk before it begins. */
  #hasLead = false;
  #leader: Leader | null = null;
  #giveUp: () => void = () => {};

  constructor(options: LeadershipOptions) {
    this.#options = options;
    this.#watch = new LeaderWatch({
      ...options,
      ask: () => options.post({ type: 'joined' }),
      onSilent: () => {
        this.#show('connecting');
        this.#wait(true);
      },
    });
  }

  /** This tab's conversation with the server for the device. Null while it does not lead. */
  get link(): Link | null {
    return this.#leader?.link ?? null;
  }

  /** Waits for the lead. A tab that works in memory leads itself at once (sync rule W17). */
  seek(): void {
    if (this.#options.state.status.storage === 'memory') {
      this.#giveUp();
      this.#begin();
    } else this.#wait(false);
  }

  /** Calls this method of the link, in this tab or in the leading one. */
  call(type: 'reconnect' | 'check'): void {
    if (this.link) return this.link[type]();
    this.#options.post({ type });
    this.#watch.check();
  }

  /** Answers another tab that asks for the leading tab and its connection state. */
  answer(): void {
    const { state, post } = this.#options;
    if (this.#hasLead) post({ type: 'connection', state: state.status.connection });
  }

  /** Another tab sent a message of the leading tab. */
  heard(): void {
    this.#watch.heard();
  }

  stop(): void {
    this.#watch.stop();
    this.#end();
    this.#giveUp();
  }

  #wait(steal: boolean): void {
    this.#giveUp();
    this.#watch.start();
    this.#giveUp = this.#options.lead(
      {
        run: () => this.#begin(),
        // Another tab took this one for frozen, and it may have been frozen until now.
        robbed: () => {
          this.#end();
          this.#wait(false);
        },
      },
      steal,
    );
  }

  #begin(): void {
    this.#watch.stop();
    this.#hasLead = true;
    this.#options.inSequence(() => this.#take());
  }

  #end(): void {
    this.#hasLead = false;
    this.#leader?.stop();
    this.#leader = null;
  }

  async #take(): Promise<void> {
    const { state, stored, post } = this.#options;
    if (this.#leader || !this.#hasLead) return;
    await stored.catchUp();
    if (!this.#hasLead) return;
    post({ type: 'leads' });
    this.#leader = new Leader({
      ...this.#options,
      reload: async () => {
        await stored.load();
        // A failed write may still have stored data, and the other tabs were not told of it.
        post({ type: 'leads' });
      },
      onStored: (patch) => post({ type: 'patch', patch }),
      onConnection: (connection) => {
        if (this.#show(connection)) post({ type: 'connection', state: connection });
        if (connection === 'upgrade') this.#standBack();
      },
      onProgress: (progress) => {
        state.setProgress(progress);
        post({ type: 'progress', progress });
      },
      onBeat: () => {
        // The last message of the tab that led before may have come after this tab's first one.
        this.answer();
        return stored.catchUp();
      },
    });
  }

  /** The user stays told to load the app again, unless the server turns out to speak with this app. */
  #show(connection: ConnectionState): boolean {
    const { state } = this.#options;
    if (connection === 'connecting' && state.status.connection === 'upgrade') return false;
    state.setConnection(connection);
    return true;
  }

  /** This app is too old, or too new. Another tab, perhaps loaded later, must lead (sync rule W11). */
  #standBack(): void {
    this.#end();
    this.#giveUp();
    this.#giveUp = this.#options.startTimer(STAND_BACK_MS, () => this.seek());
  }
}
