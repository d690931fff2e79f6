/**
 * Only these schemes make links: others can run code (`javascript:`), and an address without a scheme is one
 * of this app.
 */
const SCHEME = /^(?:https?:\/\/|mailto:|tel:)/i;

/**
 * No useful address is longer. Many references to one long address would make a page far longer than its
 * note.
 */
const MAX_LENGTH = 2048;

/** The address as a browser would open it; null if it must not be opened. */
export function safeAddress(address: string): string | null {
  if (address.length > MAX_LENGTH || !SCHEME.test(address) || !URL.canParse(address)) return null;
  return new URL(address).href;
}
