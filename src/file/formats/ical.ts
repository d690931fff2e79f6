import { addDays, daysBetween, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { OWN_PRODUCT } from '#src/file/source/own-calendar.ts';
import { baseName } from '#src/file/source/base-name.ts';
import { Draft } from '#src/file/source/draft.ts';
import type { DraftTask } from '#src/file/source/draft-task.ts';
import {
  listOf,
  propertyIn,
  readCalendars,
  textIn,
  unescaped,
  type Component,
  type Property,
} from '#src/file/source/ical.ts';
import { linkTo } from '#src/file/source/link.ts';
import type { ReadContext, ReadFile } from '#src/file/source/source.ts';
import { instantOfWhen } from '#src/file/source/when.ts';
import { alarmsOf } from './ical-alarms.ts';
import { seriesOf } from './ical-repeat.ts';
import { instantOfProperty, minutesOf, timeOf, type IcalTime } from './ical-times.ts';

/** Properties that are read, or that say nothing of the task itself. */
const KNOWN = new Set(
  'UID,DTSTAMP,CREATED,LAST-MODIFIED,LAST-MOD,SEQUENCE,SUMMARY,DESCRIPTION,DTSTART,DUE,DURATION,PRIORITY,CATEGORIES,STATUS,COMPLETED,PERCENT-COMPLETE,PERCENT_COMPLETE,RRULE,RDATE,EXDATE,EXRULE,RECURRENCE-ID,RELATED-TO,LOCATION,URL,ATTACH,COMMENT,X-APPLE-SORT-ORDER,X-WR-ALARMUID'.split(
    ',',
  ),
);

/** Reads the tasks of calendars. Without a name of its own a calendar has that of the file. */
export function readIcal(text: string, fileName: string, context: ReadContext): ReadFile {
  const { calendars, wrongLines, cutAt } = readCalendars(text);
  const isApple = calendars.some((calendar) => textIn(calendar, 'PRODID').includes('Apple Inc.'));
  const draft = new Draft(isApple ? 'apple-reminders' : 'ics-vtodo', context);
  for (const line of wrongLines) draft.tell(`line ${line}`, '', 'FIELD_LEFT_OUT', 'no property');
  if (cutAt !== null) draft.tell(`line ${cutAt}`, '', 'CUT_OFF');
  for (const calendar of calendars) new CalendarReader(draft, context, calendar, fileName).read();
  return draft.finish();
}

interface Item {
  readonly component: Component;
  readonly uid: string;
  readonly where: string;
}

class CalendarReader {
  readonly #draft: Draft;
  readonly #context: ReadContext;
  readonly #calendar: Component;
  readonly #collection: string;
  /** The names of the tasks, by the UID. */
  readonly #names = new Map<string, string>();
  /** True for a calendar that Sunglow wrote, where a time in the user's zone is not one without a zone. */
  readonly #isOwn: boolean;
  /** The parents that are named by the parent. */
  readonly #parents = new Map<string, string>();
  /** The days of a series that have a task of their own, by the UID. */
  readonly #taken = new Map<string, Set<CalendarDay>>();

  constructor(draft: Draft, context: ReadContext, calendar: Component, fileName: string) {
    this.#draft = draft;
    this.#context = context;
    this.#calendar = calendar;
    this.#isOwn = textIn(calendar, 'PRODID') === OWN_PRODUCT;
    const name = textIn(calendar, 'X-WR-CALNAME') || baseName(fileName);
    const color = textIn(calendar, 'X-APPLE-CALENDAR-COLOR') || textIn(calendar, 'COLOR');
    this.#collection = draft.collection({ id: name, name, color });
  }

  read(): void {
    const items = this.#items();
    for (const { component, uid } of items) {
      if (!this.#names.has(uid)) this.#names.set(uid, textIn(component, 'SUMMARY'));
      for (const related of component.properties.filter(({ name }) => name === 'RELATED-TO'))
        if (relationOf(related.params) === 'CHILD') this.#parents.set(related.value.trim(), uid);
      const time = timeOf(propertyIn(component, 'RECURRENCE-ID'), this.#context);
      if (time) this.#taken.set(uid, (this.#taken.get(uid) ?? new Set()).add(time.date));
    }
    const seen = new Set<string>();
    for (const item of items) {
      const part = propertyIn(item.component, 'RECURRENCE-ID')?.value ?? '';
      const id = part === '' ? item.uid : `${item.uid} ${part}`;
      if (seen.has(id))
        this.#draft.tell(item.where, textIn(item.component, 'SUMMARY'), 'FIELD_LEFT_OUT', 'UID');
      const free = seen.has(id) ? this.#draft.countedId(`${id} again`) : id;
      seen.add(id);
      this.#task(item, free, part !== '');
    }
  }

  /** The tasks, by the order of Apple where they have one. */
  #items(): readonly Item[] {
    const items: Item[] = [];
    for (const component of this.#calendar.components) {
      const { name, line } = component;
      const where = textIn(component, 'UID') || `line ${line}`;
      const summary = textIn(component, 'SUMMARY');
      if (name === 'VTODO')
        items.push({
          component,
          where,
          uid: textIn(component, 'UID') || this.#draft.countedId(`${this.#collection} ${summary}`),
        });
      else if (name !== 'VTIMEZONE' && name !== 'VALARM')
        this.#draft.refuse(where, summary, 'NOT_A_TASK', name);
    }
    const orderOf = ({ component }: Item) => {
      const order = textIn(component, 'X-APPLE-SORT-ORDER');
      return /^-?\d+$/.test(order) ? Number(order) : Infinity;
    };
    return items.toSorted((a, b) => orderOf(a) - orderOf(b) || 0);
  }

  #task({ component, uid, where }: Item, id: string, isPart: boolean): void {
    const name = textIn(component, 'SUMMARY');
    const tell = (reason: Parameters<Draft['tell']>[2], detail = '') =>
      this.#draft.tell(where, name, reason, detail);
    const { when: first, end, deadline, duration, leftover } = this.#times(component, tell);
    const taken = isPart ? new Set<CalendarDay>() : (this.#taken.get(uid) ?? new Set<CalendarDay>());
    const series = seriesOf(component, first, taken, this.#context);
    for (const line of series.leftover) tell('REPEAT_IN_NOTES', line);
    const { isDone, completedAt } = this.#completion(component, tell);
    const parent = isPart ? undefined : parentIn(component);
    const kept = [...leftover, ...this.#relations(component, parent)];
    for (const line of kept) tell('FIELD_IN_NOTES', line);
    for (const each of new Set(component.properties.map((property) => property.name)))
      if (!KNOWN.has(each)) tell('FIELD_LEFT_OUT', each);
    const task: DraftTask = {
      id,
      name,
      notes: [...this.#notes(component, tell), ...kept, ...series.leftover],
      collection: this.#collection,
      parent: isPart ? null : (parent?.value.trim() ?? this.#parents.get(uid) ?? null),
      when: series.when,
      deadline:
        deadline && first && series.when
          ? addDays(deadline, daysBetween(first.date, series.when.date))
          : deadline,
      duration,
      priority: priorityOf(textIn(component, 'PRIORITY')),
      labels: component.properties.flatMap((each) => (each.name === 'CATEGORIES' ? listOf(each.value) : [])),
      repeat: series.repeat,
      reminders: alarmsOf(component, first, end, this.#context, tell),
      createdAt: instantOfProperty(propertyIn(component, 'CREATED')),
      isDone,
      completedAt,
    };
    this.#draft.task(task, where);
  }

  /**
   * The start and the end of a task on one day are its time and its length. On two days, the start is its date and the
   * end its deadline. `leftover`: the lines that neither of them says.
   */
  #times(
    component: Component,
    tell: (reason: 'DUE_COUNTS' | 'UNKNOWN_ZONE' | 'DATE_IN_NOTES', detail?: string) => void,
  ) {
    const [start, due] = ['DTSTART', 'DUE'].map((name) => {
      const property = propertyIn(component, name);
      const time = timeOf(property, this.#context, this.#isOwn);
      if (property && !time) tell('DATE_IN_NOTES', `${name}:${property.value}`);
      if (time?.unknownZone) tell('UNKNOWN_ZONE', time.unknownZone);
      return time;
    }) as [IcalTime | null, IcalTime | null];
    const written = propertyIn(component, 'DURATION')?.value;
    const length = minutesOf(written ?? '');
    if (due && length !== null) tell('DUE_COUNTS');
    const none = { deadline: null, duration: null, leftover: [] };
    if (!start || !due) {
      const when = start ?? due;
      const duration = due || when?.time === null ? null : length;
      const isLost = written !== undefined && duration === null && !(due && length !== null);
      return { ...none, when, end: when, duration, leftover: isLost ? [`DURATION:${written}`] : [] };
    }
    if (start.date !== due.date || (start.time === null) !== (due.time === null)) {
      // A deadline is a day. Sunglow itself writes it with the time of the start, since both have to be of one kind.
      const isDay = due.time === null || (due.date !== start.date && due.time === start.time);
      const leftover = isDay ? [] : [`DUE:${propertyIn(component, 'DUE')?.value ?? ''}`];
      return {
        ...none,
        when: start,
        end: due,
        deadline: start.date === due.date ? null : due.date,
        leftover,
      };
    }
    const [from, to] = [start, due].map((when) => instantOfWhen(when, this.#context) ?? 0) as [
      number,
      number,
    ];
    return { ...none, when: start, end: due, duration: to > from ? (to - from) / 60_000 : null };
  }

  #completion(
    component: Component,
    tell: (reason: 'CANCELED_IS_COMPLETED' | 'FIELD_LEFT_OUT', detail?: string) => void,
  ) {
    const status = textIn(component, 'STATUS').toUpperCase();
    const percent = textIn(component, 'PERCENT-COMPLETE') || textIn(component, 'PERCENT_COMPLETE');
    const completed = propertyIn(component, 'COMPLETED');
    if (status === 'CANCELLED') tell('CANCELED_IS_COMPLETED');
    const isOpen = status === 'NEEDS-ACTION' || status === 'IN-PROCESS';
    const isDone =
      status === 'COMPLETED' ||
      status === 'CANCELLED' ||
      (!isOpen && (completed !== undefined || percent === '100'));
    if (!isDone && percent !== '' && percent !== '0') tell('FIELD_LEFT_OUT', `${percent} %`);
    if (status === 'IN-PROCESS') tell('FIELD_LEFT_OUT', status);
    return { isDone, completedAt: isDone ? instantOfProperty(completed) : null };
  }

  #notes(
    component: Component,
    tell: (reason: 'FILE_LEFT_OUT' | 'FILE_AS_LINK', detail?: string) => void,
  ): string[] {
    const notes: string[] = [];
    for (const name of ['DESCRIPTION', 'LOCATION', 'URL', 'COMMENT'])
      for (const property of component.properties)
        if (property.name === name) notes.push(unescaped(property.value));
    for (const { name, params, value } of component.properties) {
      if (name !== 'ATTACH') continue;
      const link = /^(?:https?|mailto):/i.test(value) ? linkTo(params.get('FILENAME'), value) : null;
      if (link !== null) notes.push(link);
      tell(link === null ? 'FILE_LEFT_OUT' : 'FILE_AS_LINK', params.get('FILENAME') ?? '');
    }
    for (const name of ['DTSTART', 'DUE']) {
      const property = propertyIn(component, name);
      if (property && !timeOf(property, this.#context)) notes.push(`${name}:${property.value}`);
    }
    return notes;
  }

  /** The relations to other tasks, but to its parent here and its children in the file. */
  #relations(component: Component, parent: Property | undefined): string[] {
    return component.properties.flatMap((property) => {
      const { name, params, value } = property;
      const relation = relationOf(params);
      const related = this.#names.get(value.trim());
      const isKept = property === parent || (relation === 'CHILD' && related !== undefined);
      return name !== 'RELATED-TO' || isKept ? [] : [`${relation}: ${related ?? value.trim()}`];
    });
  }
}

function parentIn({ properties }: Component): Property | undefined {
  return properties.find(({ name, params }) => name === 'RELATED-TO' && relationOf(params) === 'PARENT');
}

/** The relation of a RELATED-TO; without one, the other task is the parent. */
function relationOf(params: ReadonlyMap<string, string>): string {
  return (params.get('RELTYPE') ?? params.get('REL-TYPE') ?? 'PARENT').toUpperCase();
}

/** 1 to 4 are high, 5 is medium, 6 to 9 are low (RFC 5545, 3.8.1.9). */
function priorityOf(text: string): number {
  const number = Number.parseInt(text, 10);
  if (!(number >= 1 && number <= 9)) return 4;
  return number < 5 ? 1 : number === 5 ? 2 : 3;
}
