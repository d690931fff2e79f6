// npm run quick-add -- --json [OPTIONS] TEXT: prints the parser's result for a line, for external tests.
import { parseArgs } from 'node:util';
import { parseCalendarDay } from '#src/domain/time/calendar-day.ts';
import { indexNames } from '#src/domain/quick-add/name-index.ts';
import { parseQuickAdd } from '#src/domain/quick-add/parse.ts';
import { LANGUAGES, STYLES } from '#src/domain/quick-add/types.ts';
import type { Weekday } from '#src/domain/repeat/rule.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    now: { type: 'string', default: '2026-03-11T10:00' },
    zone: { type: 'string', default: 'UTC' },
    'week-start': { type: 'string', default: '1' },
    order: { type: 'string', default: 'mdy' },
    language: { type: 'string', default: 'en' },
    style: { type: 'string', default: 'todoist' },
    collections: { type: 'string', default: '' },
    labels: { type: 'string', default: '' },
    sections: { type: 'string', default: '' },
    dismissals: { type: 'string', default: '' },
  },
});

const names = (list: string) =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

function oneOf<T extends string>(name: string, value: string, known: readonly T[]): T {
  const found = known.find((one) => one === value);
  if (found === undefined) throw new Error(`--${name} is one of ${known.join(', ')}.`);
  return found;
}

/** `Home/Kitchen,Home/Bath`: the sections of each collection. */
function sectionsOf(list: string) {
  const pairs = names(list).map((pair) => pair.split('/'));
  const byCollection = Map.groupBy(pairs, ([collection = '']) => collection);
  return new Map(
    [...byCollection].map(([name, all]) => [name, indexNames(all.map(([, section = '']) => section))]),
  );
}

const [day = '', time = ''] = values.now.split('T');
const date = parseCalendarDay(day);
const [hours = 0, minutes = 0] = time.split(':').map(Number);
if (!date || !/^\d\d:\d\d/.test(time)) throw new Error('--now is YYYY-MM-DDTHH:MM.');
// The option numbers days as people do: 0 and 7 are Sunday, 1 is Monday.
const weekStart = ((Number(values['week-start']) + 6) % 7) as Weekday;
const text = positionals.join(' ');

const result = parseQuickAdd(text, {
  now: { date, minute: hours * 60 + minutes },
  zone: values.zone,
  weekStart,
  order: oneOf('order', values.order, ['mdy', 'dmy', 'ymd']),
  language: oneOf('language', values.language, LANGUAGES),
  style: oneOf('style', values.style, STYLES),
  collections: indexNames(names(values.collections)),
  labels: indexNames(names(values.labels)),
  sections: sectionsOf(values.sections),
  collection: null,
  dismissals: indexNames(names(values.dismissals)),
});

console.log(values.json ? JSON.stringify(result.fields) : result);
