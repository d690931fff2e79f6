import type { TaskLists } from '#src/reading/lists/task-lists.ts';
import type { DeviceDisk } from '#src/sync/client/storage/device-store.ts';
import type { lostChangesBy } from '#src/sync/client/set-back/lost-changes.ts';
import type { Connect } from '#src/sync/client/connection/link.ts';
import type { MakeLists } from '#src/sync/client/state/view-lists.ts';
import type { StartTimer } from './start-timer.ts';
import type { TabChannel, TabMessage } from '#src/sync/client/tabs/tab-channel.ts';

/** Events of the device and of the tab on it. */
export interface DeviceEvents {
  /** The device slept, or the user is back at this tab. The tab may have been frozen. */
  readonly woke: () => void;
  /** The network is back, and may be another one. */
  readonly online: () => void;
  /**
   * The browser says that the network is gone. The server may still be in reach, as when it runs on the device itself.
   */
  readonly offline: () => void;
}

export interface LeadEvents {
  /** This tab leads now. */
  readonly run: () => void;
  /** Another tab has taken the lead. This tab neither leads nor waits for the lead any more. */
  readonly robbed: () => void;
}

/**
 * Waits for the lead, or takes it from the leading tab (`steal`). The returned function gives up the lead or the wait.
 * No event comes after that.
 */
export type Lead = (events: LeadEvents, steal: boolean) => () => void;

/** The environment of a replica: the browser's parts, or simulated ones. */
export interface ReplicaOptions {
  readonly userId: string;
  /** Makes the lists that the screens read. */
  readonly makeLists: MakeLists<TaskLists>;
  /** Null when the browser has no disk. This tab then works in memory, by itself. */
  readonly disk: DeviceDisk | null;
  readonly joinTabs: (receive: (message: TabMessage) => void) => TabChannel;
  readonly lead: Lead;
  readonly connect: Connect;
  readonly startTimer: StartTimer;
  /** Lets the page do other work, such as painting, before the replica goes on. */
  readonly pause: () => Promise<void>;
  /** Number of tasks of each list that are shown before all rows are read. They fill a screen. */
  readonly shownFirst: number;
  /** 0 to 1, exclusive. */
  readonly random: () => number;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  readonly newId: () => string;
  /** Reports device events until the returned function is called. */
  readonly watchDevice: (events: DeviceEvents) => () => void;
  /** True when the user sees this tab. */
  readonly isVisible: () => boolean;
  /** Loads the code that is needed only after the server was set back (sync rule W20). */
  readonly loadSetBack: () => Promise<{ readonly lostChangesBy: typeof lostChangesBy }>;
  /** A failure in the background that the replica cannot mend, such as storage that cannot be read. */
  readonly onError: (error: unknown) => void;
}
