/** The longest name that there is has 32 characters; room for others. */
export const TIME_ZONE_LENGTH = 64;

/** Parts of letters, digits and signs, each of which begins with a letter: `Europe/Berlin`, `Etc/GMT+5`, `UTC`. No offset, `+01:00`, is a name. */
const NAME = /^[A-Za-z][\w.+-]*(?:\/[A-Za-z][\w.+-]*)*$/;

/**
 * Whether it could be the name of a time zone (IANA). Whether there is one is for no argument check to say: zones come into being, and a
 * browser and a server of different age know different ones. So each takes a name that it does not know, and keeps it; where it has to
 * reckon, it asks `isKnownTimeZone`, and takes the time as local without.
 */
export function isTimeZoneName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= TIME_ZONE_LENGTH && NAME.test(value);
}

/** Whether this browser or server knows the time zone, and so can reckon in it. */
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
