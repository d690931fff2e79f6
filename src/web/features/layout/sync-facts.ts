import { interfaceLocale } from '#src/web/platform/interface-locale.ts';
import { calendarDayAt } from '#src/domain/time/calendar-day.ts';
import type { ConnectionState } from '#src/sync/client/connection/link.ts';
import type { StorageState } from '#src/sync/client/state/tab-state.ts';
import type { StorageFacts } from './storage-facts.ts';

const CONNECTIONS: Readonly<Record<ConnectionState, string>> = {
  online: 'Connected',
  connecting: 'Connecting',
  offline: 'Out of reach, trying again',
  'signed-out': 'Waits for you to sign in',
  'other-user': 'Waits for you to sign in',
  upgrade: 'Waits for you to reload',
};

export function connectionText(connection: ConnectionState): string {
  return CONNECTIONS[connection];
}

/** The text about keeping the user's tasks on this device. `facts`: null without an answer of the browser. */
export function keptText(storage: StorageState, facts: StorageFacts | null): string {
  if (storage === 'memory') return 'Keeps nothing';
  if (storage === 'failing') return 'Cannot store more';
  if (storage === 'closed') return 'Can store nothing more until you reload';
  if (!facts) return 'Keeps your tasks';
  return facts.isPersistent
    ? 'Keeps your tasks until you sign out'
    : 'Keeps your tasks, but the browser may clear them when it runs out of room';
}

/** The used and the free room of the app, rounded. */
export function roomText({ used, free }: StorageFacts): string {
  return `${bytesText(used)} used, ${bytesText(free)} left`;
}

/** A time in the past (ms since 1970 UTC), in `timeZone`: without its day if that is today. */
export function sinceText(at: number, now: number, timeZone: string): string {
  const isToday = calendarDayAt(at, timeZone) === calendarDayAt(now, timeZone);
  const date = isToday ? {} : ({ dateStyle: 'medium' } as const);
  return new Intl.DateTimeFormat(interfaceLocale(), { ...date, timeZone, timeStyle: 'short' }).format(at);
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

function bytesText(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(1, bytes)) / 3), UNITS.length - 1);
  return new Intl.NumberFormat(interfaceLocale(), {
    style: 'unit',
    unit: UNITS[power],
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power > 2 ? 1 : 0,
  }).format(bytes / 1000 ** power);
}
