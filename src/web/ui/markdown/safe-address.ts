/** No others are links: what other schemes do (`javascript:`) is not for a note to say, and an address without one is of this app. */
const SCHEME = /^(?:https?:\/\/|mailto:|tel:)/i;

/** No longer one is of use. Many references to one long address would make a page that is far longer than its note. */
const MAX_LENGTH = 2048;

/** The address as a browser would open it; null where it may not be opened. */
export function safeAddress(address: string): string | null {
  if (address.length > MAX_LENGTH || !SCHEME.test(address) || !URL.canParse(address)) return null;
  return new URL(address).href;
}
