import { Leader, type LeaderOptions } from './leader.ts';
import type { StoredState } from './stored-state.ts';
import type { TabMessage } from './tab-channel.ts';

interface LeadershipOptions extends Pick<
  LeaderOptions,
  'userId' | 'store' | 'state' | 'connect' | 'startTimer' | 'random' | 'now' | 'inSequence'
> {
  readonly stored: StoredState;
  /** Calls `run` once this tab is the one that leads; the returned function gives the lead up, or the wait for it. */
  readonly lead: (run: () => void) => () => void;
  readonly post: (message: TabMessage) => void;
}

/** How long a tab whose app the server does not speak with leaves the lead to the others, before it tries again. */
const STAND_BACK_MS = 30_000;

/** Whether this tab leads its device (sync rules W3 and W11), and what the others hear of it then. */
export class Leadership {
  readonly #options: LeadershipOptions;
  #leader: Leader | null = null;
  #giveUp: () => void = () => {};
  #isStopped = false;

  constructor(options: LeadershipOptions) {
    this.#options = options;
  }

  get isHere(): boolean {
    return this.#leader !== null;
  }

  /** Waits for the lead, or for the moment to wait for it. A tab that works in memory asks nobody (sync rule W17). */
  seek(): void {
    this.#giveUp();
    const { state, lead, inSequence } = this.#options;
    const take = () => inSequence(() => this.#take());
    if (state.status.storage === 'memory') take();
    else this.#giveUp = lead(take);
  }

  /** There may be more to send. */
  flush(): void {
    this.#leader?.flush();
  }

  reconnect(): void {
    if (this.#leader) this.#leader.reconnect();
    else this.#options.post({ type: 'reconnect' });
  }

  /** See Link. */
  check(): void {
    if (this.#leader) this.#leader.check();
    else this.#options.post({ type: 'check' });
  }

  stop(): void {
    this.#isStopped = true;
    this.#leader?.stop();
    this.#giveUp();
  }

  async #take(): Promise<void> {
    const { state, stored, post } = this.#options;
    if (this.#leader) return;
    await stored.catchUp();
    if (this.#isStopped) return;
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
        // The user goes on being told to load the app anew, unless the server is found to speak with this one after all.
        if (connection === 'connecting' && state.status.connection === 'upgrade') return;
        state.setConnection(connection);
        post({ type: 'connection', state: connection });
        if (connection === 'upgrade') this.#standBack();
      },
      onProgress: (progress) => {
        state.setProgress(progress);
        post({ type: 'progress', progress });
      },
      onBeat: () => {
        // What a tab that led before has told last may have come later than what this one did.
        post({ type: 'connection', state: state.status.connection });
        return stored.catchUp();
      },
    });
  }

  /** This app is too old, or too new: another tab, which may have been loaded anew, is to lead (sync rule W11). */
  #standBack(): void {
    this.#leader?.stop();
    this.#leader = null;
    this.#giveUp();
    this.#giveUp = this.#options.startTimer(STAND_BACK_MS, () => this.seek());
  }
}
