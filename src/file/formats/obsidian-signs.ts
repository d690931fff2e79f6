import { parseCalendarDay, type CalendarDay } from '#src/domain/time/calendar-day.ts';

/** The text of an item without the signs of Obsidian Tasks at its end, and their values. */
export interface Signs {
  readonly name: string;
  readonly labels: readonly string[];
  readonly priority: number;
  /** True for a priority below that of a task without one. */
  readonly isLow: boolean;
  readonly start: CalendarDay | null;
  readonly scheduled: CalendarDay | null;
  readonly due: CalendarDay | null;
  readonly created: CalendarDay | null;
  readonly done: CalendarDay | null;
  /** A rule in words. */
  readonly repeat: string | null;
  /** Signs that mean nothing here, with their values. */
  readonly others: readonly string[];
}

const DAY = String.raw`(\d{4}-\d\d-\d\d)`;
/** Each sign may have a variation selector behind it. */
const sign = (signs: string, value: string) => new RegExp(String.raw`(?:${signs})\uFE0F?\s*${value}$`, 'u');
const DAYS = [
  ['start', sign('🛫', DAY)],
  ['scheduled', sign('⏳|⌛', DAY)],
  ['due', sign('📅|📆|🗓', DAY)],
  ['created', sign('➕', DAY)],
  ['done', sign('✅|❌', DAY)],
] as const;
const PRIORITIES = [
  [1, sign('🔺', '')],
  [2, sign('⏫', '')],
  [3, sign('🔼', '')],
  [4, sign('🔽|⏬', '')],
] as const;
const REPEAT = sign('🔁', String.raw`([A-Za-z0-9, !]+)`);
const OTHERS = [
  sign('🏁', String.raw`(\w+)`),
  sign('🆔', String.raw`([\w-]+)`),
  sign('⛔', String.raw`([\w,\s-]+)`),
  // The id of a block.
  /\s\^[\w-]+$/,
];
const LABEL = /(?:^|\s)#([^\s#]*[^\s#\d][^\s#]*)$/u;
const FIELDS = /\[(\w+)::([^\]]*)\]/g;
const WORDS: Readonly<Partial<Record<string, number>>> = {
  highest: 1,
  high: 2,
  medium: 3,
  low: 4,
  lowest: 4,
};

/** Takes signs off from the right until none is left. Signs in the middle of the text stay text. */
export function signsIn(text: string): Signs {
  const days: Partial<Record<(typeof DAYS)[number][0], CalendarDay | null>> = {};
  const found = { priority: 4, isLow: false, repeat: null as string | null };
  const [labels, others]: [string[], string[]] = [[], []];
  const setPriority = (priority: number) => {
    [found.priority, found.isLow] = [priority, priority === 4];
  };
  let rest = text.trim().replaceAll(FIELDS, (whole, key: string, value: string) => {
    const day = parseCalendarDay(value.trim());
    const known = DAYS.find(([name]) => name === (key === 'completion' ? 'done' : key))?.[0];
    if (known !== undefined && day) days[known] = day;
    else if (key === 'priority' && WORDS[value.trim()] !== undefined) setPriority(WORDS[value.trim()] ?? 4);
    else if (key === 'repeat') found.repeat = value.trim();
    else return whole;
    return '';
  });
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = rest.trimEnd();
    for (const [name, pattern] of DAYS)
      rest = rest.replace(pattern, (whole, text: string) => {
        const day = parseCalendarDay(text);
        if (day && (days[name] ?? day) === day) days[name] = day;
        else others.push(whole);
        return '';
      });
    for (const [priority, pattern] of PRIORITIES)
      if (pattern.test(rest)) {
        setPriority(priority);
        rest = rest.replace(pattern, '');
      }
    rest = rest.replace(REPEAT, (_, words: string) => {
      found.repeat = words.trim();
      return '';
    });
    for (const pattern of OTHERS)
      rest = rest.replace(pattern, (whole) => {
        others.push(whole.trim());
        return '';
      });
    rest = rest.replace(LABEL, (_, label: string) => {
      labels.unshift(label);
      return '';
    });
  }
  const name = rest.replaceAll(/ {2,}/g, ' ').trim();
  const { start = null, scheduled = null, due = null, created = null, done = null } = days;
  return {
    name: name === '' ? text.trim() : name,
    labels,
    ...found,
    start,
    scheduled,
    due,
    created,
    done,
    others,
  };
}
