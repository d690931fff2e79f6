import { safeOrigin } from '#src/web/addresses/links.ts';
import { deviceMemory } from '#src/web/platform/device-memory.ts';
import { isRecord } from '#src/domain/is-record.ts';

const KEY = 'sunglow.origin';
/** Longer in ms than a mailed link works. Older origins are forgotten. */
const LIFETIME_MS = 3_600_000;

/**
 * Remembers the page that the user wanted, while the sign-in leads through another site, or through a link
 * that opens another tab of this browser.
 */
export function rememberOrigin(origin: unknown): void {
  deviceMemory.set(KEY, JSON.stringify({ origin: safeOrigin(origin), at: Date.now() }));
}

/** The page that the user wanted, or today's view if unknown. Forgets it. */
export function takeOrigin(): string {
  const remembered = parse(deviceMemory.get(KEY));
  deviceMemory.forget(KEY);
  const isFresh = Date.now() - Number(remembered['at']) < LIFETIME_MS;
  return safeOrigin(isFresh ? remembered['origin'] : undefined);
}

function parse(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
