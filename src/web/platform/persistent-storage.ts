import { deviceMemory } from './device-memory.ts';

const ASKED = 'sunglow.persistence-asked';

let isAsked = false;

/** Asks the browser, once on this device, never to clear what the app keeps there; some ask the user (sync rule W15). */
export async function askForPersistence(): Promise<void> {
  if (isAsked || deviceMemory.get(ASKED) !== null) return;
  isAsked = true;
  deviceMemory.set(ASKED, 'yes');
  try {
    await navigator.storage.persist();
  } catch {
    // Some private windows know of no such thing. The indicator's details tell what the browser has granted.
  }
}
