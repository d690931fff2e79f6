import { parseCalendarDay, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { Draft } from '#src/file/source/draft.ts';
import { ruleText, type SourceRepeat } from '#src/file/source/rules.ts';
import type { ReadContext, ReadFile } from '#src/file/source/source.ts';
import { noonOf } from '#src/file/source/when.ts';

const PRIORITIES = ['A', 'B', 'C'];
const DAY = String.raw`\d{4}-\d\d-\d\d`;
const OPEN = new RegExp(String.raw`^(?:\(([A-Z])\) )?(?:(${DAY}) )?`);
const DONE = new RegExp(String.raw`^x (?:\(([A-Z])\) )?(?:(${DAY}) )?(?:(${DAY}) )?(?:\(([A-Z])\) )?`);
/** The keys that mean something here. Others are words of the name. */
const KEYS = /(?:^|(?<=\s))(due|t|rec|pri|h|id|p):([^\s:/][^\s]*)(?=\s|$)/g;

/** True for a text with a line that only todo.txt has: a priority, a completion, a project or a key. */
export function isTodoTxt(text: string): boolean {
  const lines = text.split(/\r?\n/, 200);
  const marked = /^x \d{4}-|^\([A-Z]\) \S|(?:^|\s)[+@][\p{L}\d]\S*|(?:^|\s)(?:due|t|rec|pri):\S/u;
  return (
    lines.some((line) => marked.test(line)) &&
    !lines.some((line) => /^\s*(?:[-*+] |#|```|\d+\.\s)/.test(line))
  );
}

/** Reads a todo.txt: a task a line. Its dialects have more keys than the standard. */
export function readTodoTxt(text: string, context: ReadContext): ReadFile {
  const draft = new Draft('todo-txt', context);
  const lines = text.split(/\r\n|\r|\n/);
  for (const [i, line] of lines.entries())
    if (line.trim() !== '') readLine(draft, line.trim(), `line ${i + 1}`, context);
  return draft.finish();
}

function readLine(draft: Draft, line: string, where: string, context: ReadContext): void {
  const { rest, isDone, priority, created, completed } = startOf(line);
  const keys = new Map([...rest.matchAll(KEYS)].map(([, key = '', value = '']) => [key, value]));
  const words = rest.replaceAll(KEYS, '');
  const projects = marked(words, '+');
  const [project = 'Inbox', ...others] = projects;
  const name = words
    .replaceAll(/(?:^|(?<=\s))[+@](?=[^\s+@])\S+/g, '')
    .replaceAll(/\s{2,}/g, ' ')
    .trim();
  const shown = name === '' ? words.trim() : name;
  const letter = priority ?? /^[A-Z]$/.exec(keys.get('pri') ?? '')?.[0];
  if (letter !== undefined && !PRIORITIES.includes(letter))
    draft.tell(where, shown, 'PRIORITY_LOWERED', `(${letter})`);
  if (keys.has('h')) draft.tell(where, shown, 'FIELD_LEFT_OUT', `h:${keys.get('h')}`);
  for (const other of others) draft.tell(where, shown, 'LABEL_INSTEAD', `+${other}`);

  const notes: string[] = [];
  const day = (key: string): CalendarDay | null => {
    const value = keys.get(key);
    const date = parseCalendarDay(value ?? '');
    if (value !== undefined && date === null) {
      notes.push(`${key}:${value}`);
      draft.tell(where, shown, 'DATE_IN_NOTES', `${key}:${value}`);
    }
    return date;
  };
  const [from, due] = [day('t'), day('due')];
  const date = from ?? due;
  const when = date && { date, time: null, zone: null };
  const repeat = repeatOf(keys.get('rec'), context);
  if (keys.has('rec') && (repeat === null || when === null)) {
    notes.push(`rec:${keys.get('rec')}`);
    draft.tell(where, shown, 'REPEAT_IN_NOTES', `rec:${keys.get('rec')}`);
  }
  const instant = (text: string | undefined) => {
    const date = parseCalendarDay(text ?? '');
    return date && noonOf(date, context);
  };
  draft.task(
    {
      id: keys.has('id')
        ? draft.ownId(`id ${keys.get('id')}`, line)
        : draft.countedId(JSON.stringify([shown, project, created ?? ''])),
      name: shown,
      notes,
      collection: draft.collection({ id: `+${project}`, name: project }, where),
      parent: keys.has('p') ? `id ${keys.get('p')}` : null,
      when,
      deadline: from !== null && due !== null && from !== due ? due : null,
      priority: letter === undefined ? 4 : PRIORITIES.indexOf(letter) + 1 || 4,
      labels: [...marked(words, '@'), ...others],
      repeat,
      createdAt: instant(created),
      isDone,
      completedAt: instant(completed),
    },
    where,
  );
}

interface Start {
  readonly rest: string;
  readonly isDone: boolean;
  readonly priority: string | undefined;
  readonly created: string | undefined;
  readonly completed: string | undefined;
}

/** A completed task has the day of its completion before that of its creation. */
function startOf(line: string): Start {
  const done = DONE.exec(line);
  const [start, before, first, second, after] = done ?? OPEN.exec(line) ?? [''];
  const rest = line.slice(start.length);
  if (!done) return { rest, isDone: false, priority: before, created: first, completed: undefined };
  return { rest, isDone: true, priority: before ?? after, created: second, completed: first };
}

/** The words after a sign at their beginning, without it. */
function marked(words: string, sign: '+' | '@'): readonly string[] {
  const found = words.split(/\s+/).filter((word) => word.startsWith(sign) && /^.[^\s+@]/.test(word));
  return [...new Set(found.map((word) => word.slice(1)))];
}

/** `1w` counts from the completion, `+1w` from the date. `b` is a working day. */
function repeatOf(text: string | undefined, context: ReadContext): SourceRepeat | null {
  const [, strict, count, unit] = /^(\+)?(\d+)([dwmyb])$/.exec(text ?? '') ?? [];
  if (count === undefined || unit === undefined) return null;
  if (unit === 'b' && count !== '1') return null;
  const freq = { d: 'DAILY', w: 'WEEKLY', m: 'MONTHLY', y: 'YEARLY' }[unit];
  const rule = freq === undefined ? 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR' : `FREQ=${freq};INTERVAL=${count}`;
  const printed = ruleText(rule, null, context);
  return printed === null ? null : { rule: printed, from: strict === undefined ? 'completion' : 'date' };
}
