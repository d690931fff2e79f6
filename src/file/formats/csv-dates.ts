import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { minutesOf, parseTimeOfDay, type TimeOfDay } from '#src/domain/time/time-of-day.ts';
import { readTypedTime } from '#src/domain/time/typed-time.ts';
import { readWrittenDay } from '#src/domain/time/typed-day.ts';
import type { ReadContext } from '#src/file/source/source.ts';
import { readStamp, whenAt, type When } from '#src/file/source/when.ts';
import { readWords } from '#src/file/source/words.ts';
import type { Cell, MeaningRow } from './csv-columns.ts';

interface Dates {
  readonly when: When | null;
  readonly deadline: CalendarDay | null;
  /** The minutes from a start to an end on the same day; null for any others. */
  readonly length: number | null;
  /** The cells that are no date. */
  readonly unread: readonly Cell[];
  /** The cells with a day or time that a task has no room for. */
  readonly left: readonly Cell[];
}

/** Of two days, the first one is the date and the last one the deadline; on one day they are time and duration. */
export function datesOf(row: MeaningRow, zone: string | null, context: ReadContext): Dates {
  const times = timesOf(row);
  const [unread, left]: [Cell[], Cell[]] = [[], []];
  const read = (cell: Cell | null, time: Cell | null): When | null => {
    if (!cell) return null;
    const when = whenIn(cell.value, time?.value ?? '', zone, context);
    if (!when) unread.push(cell);
    const at = timeIn(time?.value ?? '');
    if (time && (at === null || when?.time !== at)) left.push(time);
    else if (time && isOtherTime(whenIn(cell.value, '', zone, context), when)) left.push(cell);
    return when;
  };
  const start = read(row.cell('date'), times.start);
  const due = read(row.cell('due'), times.due);
  const deadline = read(row.cell('deadline'), null);
  left.push(...times.left);
  if (deadline && deadline.time !== null) left.push(...present(row.cell('deadline')));
  const plan = { when: start ?? due, deadline: deadline?.date ?? null, length: null, unread, left };
  if (!start || !due) return plan;
  if (start.date === due.date && start.time === null) return { ...plan, when: due };
  if (start.date === due.date && due.time === null) return plan;
  const length = start.date === due.date ? lengthOf(start, due) : null;
  if (length !== null) return { ...plan, length };
  const isDeadline = start.date !== due.date && (!deadline || deadline.date === due.date);
  if (!isDeadline) left.push(...present(row.cell('due')), ...present(times.due));
  else if (due.time !== null) left.push(...present(times.due ?? row.cell('due')));
  return isDeadline ? { ...plan, deadline: due.date } : plan;
}

/** The day in a text, with the time of another column if it has none itself; null for any other text. */
export function whenIn(text: string, time: string, zone: string | null, context: ReadContext): When | null {
  const [day = '', clock = ''] = text.split(/\s(?=\d{1,2}:\d\d)/, 2).map((part) => part.trim());
  const date = readWrittenDay(day, context.order);
  const at = timeIn(time || clock);
  if (date && (clock === '' || at !== null)) return { date, time: at, zone: at === null ? null : zone };
  const stamp = readStamp(text);
  if (stamp?.instant !== undefined && stamp.instant !== null) return whenAt(stamp.instant, zone, context);
  if (stamp) return { date: stamp.date, time: stamp.time ?? at, zone };
  const worded = readWords(text, 'en', context);
  return worded?.repeat === null && worded.when ? { ...worded.when, time: worded.when.time ?? at } : null;
}

/** The columns with times by the dates that they belong to. A time of either kind is that of a date alone. */
function timesOf(row: MeaningRow) {
  const [time, startTime, dueTime] = [row.cell('time'), row.cell('startTime'), row.cell('dueTime')];
  const [hasStart, hasDue] = [row.cell('date') !== null, row.cell('due') !== null];
  const start = hasStart ? (startTime ?? time ?? (hasDue ? null : dueTime)) : null;
  const due = hasDue ? (dueTime ?? (hasStart ? null : (time ?? startTime))) : null;
  const left = [time, startTime, dueTime].filter((cell) => cell !== start && cell !== due);
  return { start, due, left: left.flatMap(present) };
}

/** A plain time is read first: one in words takes a hundred times as long. */
function timeIn(text: string): TimeOfDay | null {
  const short = text.replace(/^(\d{1,2}:\d\d):\d\d/, '$1');
  return short === '' ? null : (parseTimeOfDay(short) ?? readTypedTime(short, 'en'));
}

/** True when a text has a time itself that is not the time that is taken. */
function isOtherTime(own: When | null, taken: When | null): boolean {
  return own !== null && own.time !== null && own.time !== taken?.time;
}

/** The minutes between two times of a day; null when the last one is not after the first one. */
function lengthOf(start: When, due: When): number | null {
  const [from, to] = [start, due].map(({ time }) => parseTimeOfDay(time ?? ''));
  const length = from && to ? minutesOf(to) - minutesOf(from) : 0;
  return length > 0 ? length : null;
}

function present(cell: Cell | null): readonly Cell[] {
  return cell ? [cell] : [];
}
