import { deviceMemory } from '#src/web/platform/device-memory.ts';
import { createStore, type Store } from '#src/web/platform/store.ts';

/**
 * A device's memory about the zone of the reminders (IANA names). `follows`: reminders follow this device,
 * which last set `zone`. `unsure`: it set `zone`, but its browser may hide the real one. `keeps`: asked in
 * the zone `here`, the user kept `zone`.
 */
export type ZoneMemory =
  | { readonly kind: 'follows' | 'unsure'; readonly zone: string }
  | { readonly kind: 'keeps'; readonly zone: string; readonly here: string };

const KEY = 'sunglow.reminder-zone';

const store = createStore<ZoneMemory | null>(read(deviceMemory.get(KEY)));

/** The memory of this browser, shared by its tabs. */
export const zoneMemory: Store<ZoneMemory | null> = {
  ...store,
  set(memory) {
    store.set(memory);
    if (memory === null) deviceMemory.forget(KEY);
    else deviceMemory.set(KEY, textOf(memory));
  },
};

addEventListener('storage', ({ key }) => {
  // A null key means that the whole storage was cleared.
  if (key === KEY || key === null) store.set(read(deviceMemory.get(KEY)));
});

/** The kind and the zones, separated by spaces; zone names contain none. */
function textOf(memory: ZoneMemory): string {
  return [memory.kind, memory.zone, ...(memory.kind === 'keeps' ? [memory.here] : [])].join(' ');
}

/** Null for a text not written by this app. */
function read(text: string | null): ZoneMemory | null {
  const [kind, zone, here] = text?.split(' ') ?? [];
  if (zone === undefined) return null;
  if (kind === 'keeps' && here !== undefined) return { kind, zone, here };
  return kind === 'follows' || kind === 'unsure' ? { kind, zone } : null;
}
