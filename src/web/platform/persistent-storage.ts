import { deviceMemory } from './device-memory.ts';

const ASKED = 'sunglow.persistence-asked';

let isAsked = false;

/**
 * Asks the browser, once on this device, never to clear the app's storage; some browsers ask the user (sync
 * rule W15).
 */
export async function askForPersistence(): Promise<void> {
  if (isAsked || deviceMemory.get(ASKED) !== null) return;
  isAsked = true;
  deviceMemory.set(ASKED, 'yes');
  try {
    await navigator.storage.persist();
  } catch {
    // Some private windows lack this function. The indicator's details show the browser's decision.
  }
}
