import type { CalendarDay } from '#src/domain/calendar-day.ts';
import type { DeviceDisk } from '#src/sync/client/storage/device-store.ts';
import type { lostChangesBy } from '#src/sync/client/set-back/lost-changes.ts';
import type { Connect } from '#src/sync/client/connection/link.ts';
import type { StartTimer } from './start-timer.ts';
import type { TabChannel, TabMessage } from '#src/sync/client/tabs/tab-channel.ts';

/** What becomes of the device, and of the tab on it. */
export interface DeviceEvents {
  /** The device slept, or the user is back at this tab, which may have been frozen. */
  readonly woke: () => void;
  /** There is a network again, and it may be another. */
  readonly online: () => void;
  /** The browser takes the network for gone, which need not be so: a server may run on the device itself. */
  readonly offline: () => void;
}

export interface LeadEvents {
  /** This tab is the one that leads. */
  readonly run: () => void;
  /** Another tab has taken the lead from this one: it neither leads nor waits for it any more. */
  readonly robbed: () => void;
}

/**
 * Waits for the lead, or takes it from the tab that has it; the returned function gives it up, or the wait for it. Nothing is
 * called after that.
 */
export type Lead = (events: LeadEvents, steal: boolean) => () => void;

/** What a replica needs of the world around it: the browser's parts, or simulated ones. */
export interface ReplicaOptions {
  readonly userId: string;
  readonly today: CalendarDay;
  /** Null when there is none to be had: then this tab works in memory, by itself. */
  readonly disk: DeviceDisk | null;
  readonly joinTabs: (receive: (message: TabMessage) => void) => TabChannel;
  readonly lead: Lead;
  readonly connect: Connect;
  readonly startTimer: StartTimer;
  /** Lets the page do what it has to do, such as be painted, before it goes on. */
  readonly pause: () => Promise<void>;
  /** So many tasks of each list are shown before all are read; so many fill a screen. */
  readonly shownFirst: number;
  /** 0 to 1, exclusive. */
  readonly random: () => number;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  readonly newId: () => string;
  /** Calls back until the returned function is called. */
  readonly watchDevice: (events: DeviceEvents) => () => void;
  /** Whether the user sees this tab. */
  readonly isVisible: () => boolean;
  /** Loads what is needed only after the server was set back (sync rule W20). */
  readonly loadSetBack: () => Promise<{ readonly lostChangesBy: typeof lostChangesBy }>;
  /** A failure in the background that the replica cannot mend, such as storage that cannot be read. */
  readonly onError: (error: unknown) => void;
}
