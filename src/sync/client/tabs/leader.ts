import type { RejectionCode } from '#src/domain/errors.ts';
import type { FindRow } from '#src/tables/kit/row.ts';
import { isKnownMutation } from '#src/tables/operations.ts';
import { countPaged, type Patch } from '#src/sync/protocol.ts';
import type { ReplicaOptions } from '#src/sync/client/replica-options.ts';
import type { LostChanges, PatchOfServer } from '#src/sync/client/set-back/lost-changes.ts';
import { StaleDevice, type DevicePatch, type DeviceStore } from '#src/sync/client/storage/device-store.ts';
import {
  Link,
  type Connect,
  type ConnectionState,
  type ReceivedPatch,
} from '#src/sync/client/connection/link.ts';
import type { StartTimer } from '#src/sync/client/start-timer.ts';
import { mergePatches } from '#src/sync/client/connection/merge-patches.ts';
import type { Progress, TabState } from '#src/sync/client/state/tab-state.ts';

export interface LeaderOptions {
  readonly userId: string;
  readonly store: DeviceStore;
  readonly state: TabState;
  readonly connect: Connect;
  readonly startTimer: StartTimer;
  readonly random: () => number;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  readonly loadSetBack: ReplicaOptions['loadSetBack'];
  /** Runs work in sequence with all other work that reads the store and then changes the tab's memory. */
  readonly inSequence: (work: () => Promise<void>) => void;
  /** Loads the tab's memory again from the store. */
  readonly reload: () => Promise<void>;
  /** A patch is stored and taken in. The other tabs must hear of it. */
  readonly onStored: (patch: DevicePatch) => void;
  readonly onConnection: (state: ConnectionState) => void;
  /** Progress of a load whose rows stay hidden until it is complete. */
  readonly onProgress: (progress: Progress) => void;
  /** The server sends its version at intervals. */
  readonly onBeat: () => Promise<void>;
}

const NOTHING_LOST: LostChanges = { settled: [], rejections: [] };

/**
 * The work of the leading tab for all tabs: it sends the outbox to the server, and stores the patches from the server
 * (W3, W4, W7).
 */
export class Leader {
  readonly #options: LeaderOptions;
  readonly link: Link;
  #inbox: ReceivedPatch[] = [];
  /**
   * The pages so far of a load that replaces the rows on the device. The user sees the old rows until the load is
   * complete.
   */
  #pages: readonly Patch[] = [];
  /**
   * True from coming online until the first patch is stored, and only then is `online` reported. Before that, the empty
   * lists of a new device would look complete.
   */
  #comesOnline = false;
  readonly #stopSending: () => void;

  constructor(options: LeaderOptions) {
    this.#options = options;
    const { state, inSequence } = options;
    this.link = new Link({
      userId: options.userId,
      connect: options.connect,
      startTimer: options.startTimer,
      random: options.random,
      now: options.now,
      cursor: () => ({ version: state.isWhole ? state.version : 0, loadedAt: state.load?.loadedAt ?? 0 }),
      waiting: (accept) => state.outbox.durable(accept),
      isKnown: isKnownMutation,
      onPatch: (patch) => {
        this.#inbox.push(patch);
        if (this.#inbox.length === 1) inSequence(() => this.#drainInbox());
      },
      onBeat: (version) => inSequence(() => this.#onBeat(version)),
      onState: (connection) => {
        this.#comesOnline = connection === 'online';
        if (!this.#comesOnline) options.onConnection(connection);
      },
      onDropped: () => this.#forgetConnection(),
      onUnsendable: ({ id }) => inSequence(() => this.#storeOutcomes(new Map([[id, 'INVALID']]))),
    });
    this.#stopSending = state.outbox.whenSendable(() => this.link.flush());
    this.link.start();
  }

  /** Stops the link. A patch that is being stored is still stored and told, and the connection is no longer reported. */
  stop(): void {
    this.#comesOnline = false;
    this.#stopSending();
    this.link.stop();
  }

  async #onBeat(serverVersion: number): Promise<void> {
    await this.#options.onBeat();
    if (serverVersion !== this.#options.state.version) this.link.pull();
  }

  /** The next connection begins at the version of the device, so held pages do not fit any more. */
  #forgetConnection(): void {
    this.#pages = [];
    this.#inbox = [];
  }

  /** Patches that came while the last ones were being stored are stored together. */
  async #drainInbox(): Promise<void> {
    while (this.#inbox.length > 0) await this.#takeNext();
  }

  /**
   * Takes in the received patches, up to the first one with foreseen mutations: its rows depend on the patches before
   * it.
   */
  async #takeNext(): Promise<void> {
    const { state, onProgress } = this.#options;
    const place = this.#inbox.findIndex(({ foreseen }) => foreseen.length > 0);
    const next = this.#inbox.splice(0, Math.max(1, place < 0 ? this.#inbox.length : place));
    const patches = [...this.#pages, ...next.map((patch) => this.#withForeseen(patch))];
    const find: FindRow = (table, id) => state.view.confirmedRow(table, id);
    const { outcomes, hasGap, setBacks, ...merged } = mergePatches(state, find, patches);
    const isReplaced = merged.from === 0 && state.version > 0;
    if (merged.load && isReplaced) {
      this.#pages = patches;
      onProgress({ received: countPaged(merged.rows), missing: merged.load.missing });
    } else {
      this.#pages = [];
      await this.#storeOutcomes(
        outcomes,
        merged,
        await this.#lostChanges(isReplaced, { ...merged, setBacks }),
      );
    }
    if (hasGap) this.link.reconnect();
    if (!this.#comesOnline) return;
    this.#comesOnline = false;
    this.#options.onConnection('online');
  }

  #withForeseen(patch: ReceivedPatch): Patch {
    const { view, version } = this.#options.state;
    if (patch.foreseen.length === 0) return patch;
    // A foreseen patch says nothing about a device at another version. An infinite `from` makes it a gap.
    return version === patch.from
      ? { ...patch, rows: view.foresee(patch.foreseen) }
      : { ...patch, from: Infinity };
  }

  async #storeOutcomes(
    outcomes: ReadonlyMap<string, RejectionCode | null>,
    news = this.#noRows(),
    lost: LostChanges = NOTHING_LOST,
  ): Promise<void> {
    const { state, now } = this.#options;
    const settled = [...lost.settled];
    const rejections = [...lost.rejections];
    for (const [id, code] of outcomes) {
      const mutation = state.outbox.get(id);
      if (!mutation) continue;
      settled.push(id);
      if (code) rejections.push({ mutation, code, at: now() });
    }
    if (await this.#storePatch({ ...news, settled, rejections })) this.link.settled(new Set(outcomes.keys()));
  }

  /** The effect of the patch on lost changes (sync rule W20). */
  async #lostChanges(isReplaced: boolean, patch: PatchOfServer): Promise<LostChanges> {
    const { state, now, loadSetBack } = this.#options;
    const isSetBack = isReplaced && (state.version > patch.to || patch.setBacks.length > 0);
    if (!isSetBack && !state.rejections.some(({ setBack }) => setBack)) return NOTHING_LOST;
    try {
      return (await loadSetBack()).lostChangesBy(state, patch, isSetBack, now());
    } catch (error) {
      // The rows of the device must not be replaced before its lost changes are known.
      this.link.fail();
      throw error;
    }
  }

  async #storePatch(patch: DevicePatch): Promise<boolean> {
    const { store, state, reload, onStored } = this.#options;
    try {
      await store.applyPatch(patch);
    } catch (error) {
      // The server still has all of it. Begin again from the stored data, and let the server send the rest again.
      this.link.fail();
      if (!(error instanceof StaleDevice)) throw error;
      await reload();
      return false;
    }
    state.takeIn(patch);
    onStored(patch);
    return true;
  }

  #noRows(): Omit<DevicePatch, 'settled' | 'rejections'> {
    const { version, load, tables } = this.#options.state;
    return { from: version, to: version, load, tables, rows: {} };
  }
}
