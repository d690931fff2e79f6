import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ICAL from 'ical.js';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';

const SCRIPT = fileURLToPath(new URL('calendar-days.py', import.meta.url));
/** The python of the system has the packages of the system. */
const PYTHON = '/usr/bin/python3';

export const HAS_PYTHON = spawnSync(PYTHON, ['-c', 'import icalendar, dateutil']).status === 0;
export const HAS_KHAL = spawnSync('khal', ['--version']).status === 0;

/** The days of each component, by its UID, in order. */
export type DaysByUid = Readonly<Record<string, readonly string[]>>;

/** By icalendar and dateutil. Throws if they cannot read the text. */
export function daysInPython(text: string, last: CalendarDay): DaysByUid {
  const { stdout, stderr, status } = spawnSync(PYTHON, [SCRIPT, last], { input: text, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as DaysByUid;
}

/** By ical.js. Its expansion leaves out a DTSTART beside RDATEs alone, so the DTSTART is added here, as programs do. */
export function daysInIcalJs(text: string, last: CalendarDay): DaysByUid {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const parts = ['vevent', 'vtodo'].flatMap((name) => calendar.getAllSubcomponents(name));
  return Object.fromEntries(
    parts.map((component) => {
      const dtstart = component.getFirstPropertyValue('dtstart') as ICAL.Time | null;
      const days = new Set<string>();
      if (dtstart) {
        days.add(dayOf(dtstart));
        const expansion = new ICAL.RecurExpansion({ component, dtstart });
        for (let next = expansion.next(); next && dayOf(next) <= last; next = expansion.next())
          days.add(dayOf(next));
      }
      return [String(component.getFirstPropertyValue('uid')), [...days].toSorted()];
    }),
  );
}

function dayOf(time: ICAL.Time): string {
  return time.toString().slice(0, 10);
}

const KHAL_CONFIG = (calendars: string, cache: string) => `[calendars]
[[feed]]
path = ${calendars}
[sqlite]
path = ${cache}
[locale]
local_timezone = Europe/Paris
default_timezone = Europe/Paris
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
`;

/** By khal, in Europe/Paris. It has events alone. */
export function daysInKhal(text: string, first: CalendarDay, last: CalendarDay): DaysByUid {
  const folder = mkdtempSync(join(tmpdir(), 'sunglow-khal-'));
  try {
    const paths = ['calendars', 'config', 'feed.ics'].map((name) => join(folder, name));
    const [calendars = '', config = '', feed = ''] = paths;
    mkdirSync(calendars);
    writeFileSync(config, KHAL_CONFIG(calendars, join(folder, 'cache.db')));
    writeFileSync(feed, text);
    const khal = (...args: readonly string[]) => {
      const env = { ...process.env, HOME: folder, LC_ALL: 'C.UTF-8' };
      const { stdout, stderr, status } = spawnSync('khal', ['-c', config, ...args], {
        env,
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(stderr);
      return stdout;
    };
    khal('import', '--batch', '-a', 'feed', feed);
    const listed = khal('list', '--format', '{uid} {start-date}', '--day-format', '', first, last);
    const entries = listed.split('\n').flatMap((line): (readonly [string, string])[] => {
      const [uid = '', day = ''] = line.trim().split(' ');
      return day === '' ? [] : [[uid, day]];
    });
    const byUid = Map.groupBy(entries, ([uid]) => uid);
    return Object.fromEntries(
      [...byUid].map(([uid, all]) => [uid, [...new Set(all.map(([, day]) => day))].toSorted()]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
