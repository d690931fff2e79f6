import type { DeviceEvents } from '#src/sync/client/replica-options.ts';
import type { TabMessage } from '#src/sync/client/tab-channel.ts';
import { renameTask } from './samples.ts';
import type { BenchDevice, BenchTab, ReplicaBench } from './replica-bench.ts';

export const MINUTE_MS = 60_000;

export interface WatchedTab extends BenchTab {
  /** The user comes to see it, or does not any more. */
  show(isVisible: boolean): void;
  /** What it told the others. */
  readonly posted: TabMessage[];
}

/** Opens a tab that the user sees or not. */
export async function openWatched(device: BenchDevice, isVisible: boolean): Promise<WatchedTab> {
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

/** Time passes, in which the server tells of itself as it does. */
export async function passWithBeats(bench: ReplicaBench, minutes: number): Promise<void> {
  for (let beat = 0; beat < minutes * 4; beat++) {
    void bench.server.hub.beat();
    await bench.world.pass(MINUTE_MS / 4);
  }
}

/** Another device renames task 1. */
export async function renameElsewhere(bench: ReplicaBench, name: string): Promise<void> {
  await bench.perform(renameTask(1, name), (await bench.device().openTab()).replica);
}
