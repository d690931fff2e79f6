/** The longest existing name has 32 characters; this leaves room. */
export const TIME_ZONE_LENGTH = 64;

/**
 * Parts of letters, digits and signs; each begins with a letter: `Europe/Berlin`, `Etc/GMT+5`, `UTC`. An
 * offset, `+01:00`, is no name.
 */
const NAME = /^[A-Za-z][\w.+-]*(?:\/[A-Za-z][\w.+-]*)*$/;

/**
 * True for a possible name of a time zone (IANA). Argument checks cannot ask if the zone exists: zones are
 * added, and a browser and a server of different age know different ones. Each side keeps a name that it does
 * not know. For computing, it asks `isKnownTimeZone`, and takes the time as local otherwise.
 */
export function isTimeZoneName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= TIME_ZONE_LENGTH && NAME.test(value);
}

/** True when this browser or server knows the time zone, so that it can compute in it. */
export function isKnownTimeZone(name: string): boolean {
  if (!isTimeZoneName(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format(0);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
