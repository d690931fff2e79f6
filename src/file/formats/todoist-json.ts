import { parseCalendarDay } from '#src/domain/time/calendar-day.ts';
import { idOf, textOf, type Fields } from '#src/file/file-fields.ts';
import { Draft } from '#src/file/source/draft.ts';
import type { DraftReminder } from '#src/file/source/draft-task.ts';
import { byNumber, entriesIn, fieldsIn, isFields, numberIn, textsIn } from '#src/file/source/json.ts';
import { linkTo } from '#src/file/source/link.ts';
import type { SourceRepeat } from '#src/file/source/rules.ts';
import type { ReadContext, ReadFile } from '#src/file/source/source.ts';
import { instantIn, type When } from '#src/file/source/when.ts';
import { readWords } from '#src/file/source/words.ts';
import { TODOIST_COLORS } from './todoist-colors.ts';
import { dueOfStamp } from './todoist-dates.ts';

/** True for an answer of the Sync API. */
export function isTodoistJson(value: unknown): value is Fields {
  return isFields(value) && Array.isArray(value['items']) && Array.isArray(value['projects']);
}

/** Reads an answer of the Sync API, or a script's copy of one. */
export function readTodoistJson(value: Fields, context: ReadContext): ReadFile {
  return new SyncReader(value, context).read();
}

class SyncReader {
  readonly #file: Fields;
  readonly #context: ReadContext;
  readonly #draft: Draft;
  readonly #sections = new Set<string>();
  readonly #notes = new Map<string, string[]>();
  #reminders: ReadonlyMap<string, readonly Fields[]> = new Map();

  constructor(file: Fields, context: ReadContext) {
    this.#file = file;
    this.#context = context;
    this.#draft = new Draft('todoist-json', context);
  }

  read(): ReadFile {
    for (const project of this.#of('projects', 'child_order'))
      this.#draft.collection(
        {
          id: idOf(project['id']),
          name: textOf(project['name']),
          parent: idOf(project['parent_id']),
          color: TODOIST_COLORS[textOf(project['color'])] ?? '',
          isArchived: project['is_archived'] === true,
          isFavourite: project['is_favorite'] === true,
          layout: project['view_style'] === 'board' ? 'board' : 'list',
        },
        idOf(project['id']),
      );
    for (const section of this.#of('sections', 'section_order')) {
      const id = idOf(section['id']);
      this.#sections.add(this.#draft.section(idOf(section['project_id']), id, textOf(section['name']), id));
    }
    for (const label of this.#of('labels', 'item_order'))
      this.#draft.label(textOf(label['name']), idOf(label['id']), TODOIST_COLORS[textOf(label['color'])]);
    for (const note of this.#of('notes', 'posted_at')) this.#note(note, idOf(note['item_id']));
    this.#reminders = Map.groupBy(this.#of('reminders', 'id'), (each) => idOf(each['item_id']));
    for (const item of this.#of('items', 'child_order')) this.#task(item);
    this.#projectNotes();
    for (const filter of this.#of('filters', 'item_order'))
      this.#draft.filter(
        idOf(filter['id']),
        textOf(filter['name']),
        textOf(filter['query']),
        filter['is_favorite'] === true,
        idOf(filter['id']),
      );
    return this.#draft.finish();
  }

  /** The rows that are not deleted, in their order. */
  #of(list: string, order: string): readonly Fields[] {
    return entriesIn(this.#file[list])
      .toSorted(byNumber(order))
      .filter((row) => {
        const isDeleted = row['is_deleted'] === true;
        const name = textOf(row['name']) || textOf(row['content']);
        if (isDeleted) this.#draft.refuse(idOf(row['id']), name, 'DELETED_THERE');
        return !isDeleted;
      });
  }

  #note(note: Fields, owner: string): void {
    const file = fieldsIn(note['file_attachment']);
    const link = linkTo(file['file_name'], file['file_url']);
    if (link !== null) this.#draft.tell(idOf(note['id']), '', 'FILE_AS_LINK', link);
    const text = [textOf(note['content']), link ?? ''].filter(Boolean).join(' ');
    const notes = this.#notes.get(owner) ?? [];
    notes.push(text);
    this.#notes.set(owner, notes);
  }

  #projectNotes(): void {
    const names = new Map(
      entriesIn(this.#file['projects']).map((each) => [idOf(each['id']), textOf(each['name'])]),
    );
    for (const note of this.#of('project_notes', 'posted_at'))
      this.#note(note, `project ${idOf(note['project_id'])}`);
    for (const [project, title] of names) {
      const notes = this.#notes.get(`project ${project}`);
      if (!notes || !this.#draft.hasCollection(project)) continue;
      const name = `Notes: ${title}`;
      this.#draft.tell(project, name, 'PROJECT_NOTES');
      this.#draft.task({ id: `project ${project}`, name, notes, collection: project }, project);
    }
  }

  #task(item: Fields): void {
    const [id, name, collection] = [idOf(item['id']), textOf(item['content']), idOf(item['project_id'])];
    if (!this.#draft.hasCollection(collection)) return this.#draft.refuse(id, name, 'NO_PROJECT', collection);
    const plain = name.replace(/^\*\s+(?=\S)/, '');
    if (plain !== name) this.#draft.tell(id, plain, 'NOT_TICKABLE');
    if (idOf(item['responsible_uid']) !== '')
      this.#draft.tell(id, plain, 'ASSIGNEE', idOf(item['responsible_uid']));
    const notes = [textOf(item['description']), ...(this.#notes.get(id) ?? [])];
    const { when, repeat } = this.#due(item, plain, notes);
    const duration = fieldsIn(item['duration']);
    const section = idOf(item['section_id']);
    const priority = numberIn(item['priority']) ?? 1;
    this.#draft.task(
      {
        id,
        name: plain,
        notes,
        collection,
        section: this.#sections.has(section) ? section : null,
        parent: idOf(item['parent_id']),
        when,
        deadline: parseCalendarDay(textOf(fieldsIn(item['deadline'])['date']).slice(0, 10)),
        duration: (numberIn(duration['amount']) ?? 0) * (duration['unit'] === 'day' ? 1_440 : 1),
        // The API counts the other way round than the app: 4 is the highest.
        priority: priority >= 1 && priority <= 4 ? 5 - priority : 4,
        labels: textsIn(item['labels']),
        repeat,
        reminders: this.#remindersOf(id, plain),
        createdAt: instantIn(item['added_at'] ?? item['date_added']),
        isDone: item['checked'] === true || item['checked'] === 1,
        completedAt: instantIn(item['completed_at'] ?? item['date_completed']),
      },
      id,
    );
  }

  /** The date is the next time. A repeat is words alone. */
  #due(item: Fields, name: string, notes: string[]): { when: When | null; repeat: SourceRepeat | null } {
    const due = fieldsIn(item['due']);
    const [date, words] = [textOf(due['date']), textOf(due['string'])];
    const when = dueOfStamp(date, textOf(due['timezone']), this.#context);
    const repeat =
      due['is_recurring'] === true
        ? (readWords(words, textOf(due['lang']), this.#context)?.repeat ?? null)
        : null;
    const tell = (reason: 'REPEAT_IN_NOTES' | 'DATE_IN_NOTES', text: string) => {
      notes.push(text);
      this.#draft.tell(idOf(item['id']), name, reason, text);
    };
    if (due['is_recurring'] === true && (repeat === null || when === null)) tell('REPEAT_IN_NOTES', words);
    if (date !== '' && when === null) tell('DATE_IN_NOTES', date);
    return { when, repeat };
  }

  #remindersOf(id: string, name: string): readonly DraftReminder[] {
    return (this.#reminders.get(id) ?? []).flatMap((reminder): readonly DraftReminder[] => {
      const where = idOf(reminder['id']);
      const minutesBefore = numberIn(reminder['minute_offset']);
      const due = fieldsIn(reminder['due']);
      // A time without a zone is that of the clock wherever the user is.
      const at = instantIn(due['date'], this.#context.zone);
      const isOnce = reminder['type'] === 'absolute' && due['is_recurring'] === true && at !== null;
      if (isOnce) this.#draft.tell(where, name, 'REMINDER_ONCE', textOf(due['string']));
      if (reminder['type'] === 'location') this.#draft.tell(where, name, 'PLACE_REMINDER');
      else if (reminder['type'] === 'absolute' && at !== null) return [{ at }];
      else if (minutesBefore !== null) return [{ minutesBefore }];
      else this.#draft.tell(where, name, 'REMINDER_LEFT_OUT');
      return [];
    });
  }
}
