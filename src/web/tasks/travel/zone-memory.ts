import { deviceMemory } from '#src/web/platform/device-memory.ts';
import { createStore, type Store } from '#src/web/platform/store.ts';

/**
 * What a device remembers of the zone by which reminders come (IANA names). `follows`: they go by this device, which said `zone` last.
 * `unsure`: it said so, though it may only be hiding where it is. `keeps`: the user, asked in the zone `here`, let them go by `zone`.
 */
export type ZoneMemory =
  | { readonly kind: 'follows' | 'unsure'; readonly zone: string }
  | { readonly kind: 'keeps'; readonly zone: string; readonly here: string };

const KEY = 'sunglow.reminder-zone';

const store = createStore<ZoneMemory | null>(read(deviceMemory.get(KEY)));

/** The memory of this browser, the same in all its tabs. */
export const zoneMemory: Store<ZoneMemory | null> = {
  ...store,
  set(memory) {
    store.set(memory);
    if (memory === null) deviceMemory.forget(KEY);
    else deviceMemory.set(KEY, textOf(memory));
  },
};

addEventListener('storage', ({ key }) => {
  // Without a key, all of it was cleared.
  if (key === KEY || key === null) store.set(read(deviceMemory.get(KEY)));
});

/** A word, and zones behind it, whose names have no blanks. */
function textOf(memory: ZoneMemory): string {
  return [memory.kind, memory.zone, ...(memory.kind === 'keeps' ? [memory.here] : [])].join(' ');
}

/** Null for a text that this app did not write. */
function read(text: string | null): ZoneMemory | null {
  const [kind, zone, here] = text?.split(' ') ?? [];
  if (zone === undefined) return null;
  if (kind === 'keeps' && here !== undefined) return { kind, zone, here };
  return kind === 'follows' || kind === 'unsure' ? { kind, zone } : null;
}
