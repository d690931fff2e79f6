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

/** How long a tab whose app the server does not speak with leaves the lead to the others, before it tries again. */
const STAND_BACK_MS = 30_000;

/** Whether this tab leads its device (sync rules W3 and W11), and what the others hear of it then. */
export class Leadership {
  readonly #options: LeadershipOptions;
  readonly #watch: LeaderWatch;
  /** It is this tab's turn, though it may still be coming in step with the disk before it begins. */
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

  /** This tab's conversation with the server for the device; null while it does not lead. */
  get link(): Link | null {
    return this.#leader?.link ?? null;
  }

  /** Waits for the lead, or for the moment to wait for it. A tab that works in memory asks nobody (sync rule W17). */
  seek(): void {
    if (this.#options.state.status.storage === 'memory') {
      this.#giveUp();
      this.#begin();
    } else this.#wait(false);
  }

  /** Has the link do it (see there), in whichever tab that is. */
  call(type: 'reconnect' | 'check'): void {
    if (this.link) return this.link[type]();
    this.#options.post({ type });
    this.#watch.check();
  }

  /** Another tab asks whether this one leads, and how it stands with the server. */
  answer(): void {
    const { state, post } = this.#options;
    if (this.#hasLead) post({ type: 'connection', state: state.status.connection });
  }

  /** Another tab said what only the leading one does. */
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
        // A tab took this one for frozen, which it may have been until now.
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
        // What could not be stored may be there all the same, and with it what the others were not told.
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
        // What a tab that led before has told last may have come later than what this one did.
        this.answer();
        return stored.catchUp();
      },
    });
  }

  /** The user goes on being told to load the app anew, unless the server is found to speak with this one after all. */
  #show(connection: ConnectionState): boolean {
    const { state } = this.#options;
    if (connection === 'connecting' && state.status.connection === 'upgrade') return false;
    state.setConnection(connection);
    return true;
  }

  /** This app is too old, or too new: another tab, which may have been loaded anew, is to lead (sync rule W11). */
  #standBack(): void {
    this.#end();
    this.#giveUp();
    this.#giveUp = this.#options.startTimer(STAND_BACK_MS, () => this.seek());
  }
}
