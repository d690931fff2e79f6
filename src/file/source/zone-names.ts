import { knownZone } from './when.ts';

/** The names of Windows that Outlook writes most (CLDR, windowsZones). */
const WINDOWS: Readonly<Partial<Record<string, string>>> = {
  'W. Europe Standard Time': 'Europe/Berlin',
  'Romance Standard Time': 'Europe/Paris',
  'Central Europe Standard Time': 'Europe/Budapest',
  'Central European Standard Time': 'Europe/Warsaw',
  'GMT Standard Time': 'Europe/London',
  'E. Europe Standard Time': 'Europe/Chisinau',
  'FLE Standard Time': 'Europe/Kiev',
  'GTB Standard Time': 'Europe/Bucharest',
  'Russian Standard Time': 'Europe/Moscow',
  'Eastern Standard Time': 'America/New_York',
  'Central Standard Time': 'America/Chicago',
  'Mountain Standard Time': 'America/Denver',
  'Pacific Standard Time': 'America/Los_Angeles',
  'E. South America Standard Time': 'America/Sao_Paulo',
  'India Standard Time': 'Asia/Kolkata',
  'China Standard Time': 'Asia/Shanghai',
  'Tokyo Standard Time': 'Asia/Tokyo',
  'AUS Eastern Standard Time': 'Australia/Sydney',
  'New Zealand Standard Time': 'Pacific/Auckland',
};

/**
 * The zone of a name: one of IANA, also behind a prefix such as `/mozilla.org/20050126_1/Europe/Berlin`, or one of
 * Windows. Null for any other.
 */
export function zoneNamed(id: string): string | null {
  const bare = id.trim().replaceAll('"', '');
  const parts = bare.split('/').filter(Boolean);
  const candidates = [bare, parts.slice(-2).join('/'), parts.slice(-3).join('/'), WINDOWS[bare] ?? ''];
  return candidates.map(knownZone).find((zone) => zone !== null) ?? null;
}
