import { addDays, parseCalendarDay } from '#src/domain/time/calendar-day.ts';
import { parseTimeOfDay } from '#src/domain/time/time-of-day.ts';
import { idOf, textOf, type Fields } from '#src/file/file-fields.ts';
import { Draft } from '#src/file/source/draft.ts';
import { entriesIn, fieldsIn, isFields, textsIn } from '#src/file/source/json.ts';
import type { Loss, ReadContext, ReadFile } from '#src/file/source/source.ts';
import { instantIn, type When } from '#src/file/source/when.ts';
import { readWords } from '#src/file/source/words.ts';

const TYPES = new Set(['to-do', 'project', 'heading', 'checklist-item']);

/** True for the JSON of the URL scheme of Things. */
export function isThingsJson(value: unknown): value is readonly Fields[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((each) => isFields(each) && TYPES.has(textOf(each['type'])) && isFields(each['attributes']))
  );
}

/** Reads the JSON that scripts write for Things. It adds, and its updates change nothing here. */
export function readThingsJson(items: readonly Fields[], context: ReadContext): ReadFile {
  const reader = new ItemReader(context);
  for (const [i, item] of items.entries()) reader.item(item, `item ${i + 1}`);
  return reader.finish();
}

interface Place {
  readonly collection: string;
  readonly section: string | null;
}

class ItemReader {
  readonly #draft: Draft;
  readonly #context: ReadContext;

  constructor(context: ReadContext) {
    this.#draft = new Draft('things', context);
    this.#context = context;
  }

  finish(): ReadFile {
    return this.#draft.finish();
  }

  item(item: Fields, where: string): void {
    const fields = fieldsIn(item['attributes']);
    const name = textOf(fields['title']);
    if (item['operation'] === 'update') this.#draft.refuse(where, name, 'AN_UPDATE');
    else if (item['type'] === 'project') this.#project(item, fields, where);
    else if (item['type'] === 'to-do') this.#task(item, fields, where, null);
    else this.#draft.refuse(where, name, 'NOT_A_TASK', textOf(item['type']));
  }

  #project(item: Fields, fields: Fields, where: string): void {
    const title = textOf(fields['title']);
    const area = textOf(fields['area']);
    const parent = area === '' ? null : this.#draft.collection({ id: `name ${area}`, name: area }, where);
    const isOver = fields['completed'] === true || fields['canceled'] === true;
    const id = idOf(item['id']) || `name ${title}`;
    const collection = this.#draft.collection({ id, name: title, parent, isArchived: isOver }, where);
    const isPlain =
      ['notes', 'deadline', 'tags'].every((name) => (fields[name] ?? '') === '') && !this.#when(fields);
    if (!isPlain) {
      const name = `Notes: ${title}`;
      this.#draft.tell(where, name, 'PROJECT_NOTES');
      const notes = { type: 'to-do', id: `project ${id}` };
      this.#task(notes, { ...fields, title: name, items: null }, where, { collection, section: null });
    }
    const items = entriesIn(fields['items']);
    const headings = items.filter((each) => each['type'] === 'heading');
    let section: string | null = null;
    for (const [i, each] of items.entries()) {
      const within = fieldsIn(each['attributes']);
      const place = `${where}, item ${i + 1}`;
      if (each['type'] === 'heading') section = this.#heading(within, collection, place, items);
      else if (each['type'] === 'to-do') {
        const named = textOf(within['heading']);
        const known = headings.some((heading) => textOf(fieldsIn(heading['attributes'])['title']) === named);
        if (named !== '' && !known) this.#draft.tell(place, textOf(within['title']), 'FIELD_LEFT_OUT', named);
        const own = named === '' ? section : this.#section(collection, named, place);
        this.#task(each, within, place, { collection, section: own });
      } else this.#draft.refuse(place, textOf(within['title']), 'NOT_A_TASK', textOf(each['type']));
    }
  }

  /** A heading that is archived and holds nothing is left out. */
  #heading(fields: Fields, collection: string, where: string, items: readonly Fields[]): string | null {
    const title = textOf(fields['title']);
    const isNamed = items.some((each) => fieldsIn(each['attributes'])['heading'] === title);
    if (fields['archived'] === true && !isNamed) {
      this.#draft.tell(where, title, 'FIELD_LEFT_OUT', 'archived heading');
      return null;
    }
    return this.#section(collection, title, where);
  }

  #section(collection: string, title: string, where: string): string {
    return this.#draft.section(collection, JSON.stringify([collection, title]), title, where);
  }

  #task(item: Fields, fields: Fields, where: string, place: Place | null): void {
    const name = textOf(fields['title']);
    const tell = (reason: Loss, detail = '') => this.#draft.tell(where, name, reason, detail);
    const list = textOf(fields['list']);
    const home =
      list === '' || list === 'Inbox' ? null : this.#draft.collection({ id: `name ${list}`, name: list });
    const collection = place?.collection ?? home ?? (name === '' ? 'none' : this.#draft.inbox());
    const heading = textOf(fields['heading']);
    const section =
      place?.section ?? (heading === '' || home === null ? null : this.#section(collection, heading, where));
    const [text, when] = [textOf(fields['when']), this.#when(fields)];
    const notes = [textOf(fields['notes']), stepsText(fields['checklist-items'])];
    if (text === 'evening' || text === 'someday') tell('FIELD_LEFT_OUT', text);
    else if (when === null && text !== '' && text !== 'anytime') {
      notes.push(text);
      tell('DATE_IN_NOTES', text);
    }
    const canceled = fields['canceled'] === true;
    if (canceled) tell('CANCELED_IS_COMPLETED');
    const deadline = textOf(fields['deadline']);
    const day =
      parseCalendarDay(deadline.slice(0, 10)) ?? readWords(deadline, 'en', this.#context)?.when?.date ?? null;
    if (deadline !== '' && day === null) {
      notes.push(`Deadline: ${deadline}`);
      tell('DATE_IN_NOTES', deadline);
    }
    this.#draft.task(
      {
        id:
          idOf(item['id']) ||
          this.#draft.countedId(JSON.stringify([collection, name, fields['creation-date']])),
        name,
        notes,
        collection,
        section,
        when,
        deadline: day,
        labels: textsIn(fields['tags']),
        createdAt: instantIn(fields['creation-date']),
        isDone: fields['completed'] === true || canceled,
        completedAt: instantIn(fields['completion-date']),
      },
      where,
    );
  }

  /** A day, a day and a time after an `@`, or words. */
  #when(fields: Fields): When | null {
    const [day = '', time = ''] = textOf(fields['when']).split('@');
    const { date } = this.#context.now;
    const known = { today: date, evening: date, tomorrow: addDays(date, 1) }[day] ?? parseCalendarDay(day);
    if (known) return { date: known, time: time === '' ? null : parseTimeOfDay(time), zone: null };
    if (day === '' || day === 'anytime' || day === 'someday') return null;
    const worded = readWords(textOf(fields['when']).replace('@', ' '), 'en', this.#context);
    return worded?.repeat === null ? worded.when : null;
  }
}

function stepsText(items: unknown): string {
  return entriesIn(items)
    .map((step) => fieldsIn(step['attributes']))
    .map((step) => `- [${step['completed'] === true ? 'x' : ' '}] ${textOf(step['title'])}`)
    .join('\n');
}
