import type { DeviceEvents } from '#src/sync/client/replica-options.ts';
import type { TabMessage } from '#src/sync/client/tabs/tab-channel.ts';
import { renameTask } from './samples.ts';
import type { HarnessDevice, HarnessTab, ReplicaHarness } from './replica-harness.ts';

export const MINUTE_MS = 60_000;

export interface WatchedTab extends HarnessTab {
  /** Makes the tab visible to the user, or hides it. */
  show(isVisible: boolean): void;
  /** Its messages to the other tabs. */
  readonly posted: TabMessage[];
}

/** Opens a tab, visible or hidden. */
export async function openWatched(device: HarnessDevice, isVisible: boolean): Promise<WatchedTab> {
  let isShown = isVisible;
  let events: DeviceEvents | undefined;
  const posted: TabMessage[] = [];
  const tab = await device.openTab(({ joinTabs }) => ({
    isVisible: () => isShown,
    watchDevice: (given) => {
      events = given;
      return () => {};
    },
    joinTabs: (receive) => {
      const tabs = joinTabs(receive);
      const post = (message: TabMessage) => {
        posted.push(message);
        tabs.post(message);
      };
      return { ...tabs, post };
    },
  }));
  const show = (isNow: boolean) => {
    isShown = isNow;
    if (isNow) events?.woke();
  };
  return { ...tab, show, posted };
}

/** Lets time pass with the server's beats. */
export async function passWithBeats(harness: ReplicaHarness, minutes: number): Promise<void> {
  for (let beat = 0; beat < minutes * 4; beat++) {
    void harness.server.hub.beat();
    await harness.world.pass(MINUTE_MS / 4);
  }
}

/** Another device renames task 1. */
export async function renameElsewhere(harness: ReplicaHarness, name: string): Promise<void> {
  await harness.perform(renameTask(1, name), (await harness.device().openTab()).replica);
}
