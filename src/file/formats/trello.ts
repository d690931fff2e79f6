import { idOf, textOf, type Fields } from '#src/file/file-fields.ts';
import { Draft } from '#src/file/source/draft.ts';
import { entriesIn, fieldsIn, isFields, numberIn, textsIn } from '#src/file/source/json.ts';
import { linkTo } from '#src/file/source/link.ts';
import type { Loss, ReadContext, ReadFile } from '#src/file/source/source.ts';
import { dayOrTimeAt, instantIn, type When } from '#src/file/source/when.ts';

/** True for the export of a board. */
export function isTrello(value: unknown): value is Fields {
  return isFields(value) && Array.isArray(value['lists']) && Array.isArray(value['cards']);
}

/** The most actions of a board that Trello exports: the newest ones. */
const MOST_ACTIONS = 1_000;

/** Reads a board. Archived cards, and cards of archived lists, are completed. */
export function readTrello(board: Fields, context: ReadContext): ReadFile {
  const draft = new Draft('trello', context);
  const collection = draft.collection({
    id: idOf(board['id']),
    name: textOf(board['name']),
    layout: 'board',
  });
  if (textOf(board['desc']) !== '') {
    const name = `Notes: ${textOf(board['name'])}`;
    draft.tell(collection, name, 'PROJECT_NOTES');
    draft.task({ id: 'board', name, notes: [textOf(board['desc'])], collection }, collection);
  }
  if (entriesIn(board['actions']).length >= MOST_ACTIONS) draft.tellOnce('OLDEST_MISSING');
  new BoardReader(draft, context, board, collection).read();
  return draft.finish();
}

class BoardReader {
  readonly #draft: Draft;
  readonly #context: ReadContext;
  readonly #board: Fields;
  readonly #collection: string;
  readonly #labels: ReadonlyMap<string, string>;
  readonly #checklists: ReadonlyMap<string, readonly Fields[]>;
  readonly #comments = new Map<string, string[]>();
  /** The times when cards were completed. */
  readonly #completed = new Map<string, number | null>();

  constructor(draft: Draft, context: ReadContext, board: Fields, collection: string) {
    this.#draft = draft;
    this.#context = context;
    this.#board = board;
    this.#collection = collection;
    this.#labels = new Map(
      entriesIn(board['labels']).map((each) => [
        idOf(each['id']),
        textOf(each['name']) || textOf(each['color']),
      ]),
    );
    this.#checklists = Map.groupBy(entriesIn(board['checklists']), (each) => idOf(each['idCard']));
    for (const { type, data, date } of entriesIn(board['actions'])) {
      const { text, card } = fieldsIn(data);
      const { id, dueComplete } = fieldsIn(card);
      // The newest action comes first, and comments are read from the oldest on.
      if (type === 'commentCard')
        this.#comments.set(idOf(id), [textOf(text), ...(this.#comments.get(idOf(id)) ?? [])]);
      if (dueComplete === true && !this.#completed.has(idOf(id)))
        this.#completed.set(idOf(id), instantIn(date));
    }
  }

  read(): void {
    const lists = entriesIn(this.#board['lists']).toSorted(byPosition);
    const byList = Map.groupBy(entriesIn(this.#board['cards']).toSorted(byPosition), (each) =>
      idOf(each['idList']),
    );
    for (const list of lists) {
      const [id, isArchived] = [idOf(list['id']), list['closed'] === true];
      const section = isArchived ? null : this.#draft.section(this.#collection, id, textOf(list['name']), id);
      for (const card of byList.get(id) ?? [])
        this.#card(card, section, isArchived || card['closed'] === true);
    }
    const known = new Set(lists.map((list) => idOf(list['id'])));
    for (const [id, cards] of byList)
      if (!known.has(id)) for (const card of cards) this.#card(card, null, card['closed'] === true);
  }

  #card(card: Fields, section: string | null, isArchived: boolean): void {
    const [id, name] = [idOf(card['id']), textOf(card['name'])];
    const tell = (reason: Loss, detail = '') => this.#draft.tell(id, name, reason, detail);
    const notes = [textOf(card['desc'])];
    for (const file of entriesIn(card['attachments'])) {
      const link = linkTo(file['name'], file['url']);
      notes.push(link ?? '');
      if (file['isUpload'] === true) tell('FILE_AS_LINK', link ?? '');
    }
    notes.push(...(this.#comments.get(id) ?? []));
    const isDone = card['dueComplete'] === true;
    if (isArchived && !isDone) tell('ARCHIVED_IS_COMPLETED');
    for (const member of textsIn(card['idMembers'])) tell('ASSIGNEE', member);
    if (entriesIn(card['customFieldItems']).length > 0) tell('FIELD_LEFT_OUT', 'custom fields');
    const [start, due] = [card['start'], card['due']].map((value) => this.#dateOf(value, isDone, tell));
    const isLater = start && due && start.date !== due.date;
    const reminder = numberIn(card['dueReminder']);
    const isReminded = reminder !== null && reminder >= 0 && due && !isLater;
    if (reminder !== null && reminder >= 0 && !isReminded) tell('REMINDER_LEFT_OUT', `${reminder} min`);
    this.#draft.task(
      {
        id,
        name,
        notes,
        collection: this.#collection,
        section,
        when: isLater ? start : (due ?? start ?? null),
        deadline: isLater ? due.date : null,
        labels: textsIn(card['idLabels']).flatMap((label) => this.#labels.get(label) ?? []),
        reminders: isReminded ? [{ minutesBefore: reminder }] : [],
        isDone: isDone || isArchived,
        completedAt: isDone
          ? (this.#completed.get(id) ?? instantIn(card['due']))
          : instantIn(card['dateLastActivity']),
      },
      id,
    );
    for (const list of (this.#checklists.get(id) ?? []).toSorted(byPosition)) {
      if (!/^(?:Checklist)?$/.test(textOf(list['name']))) tell('FIELD_LEFT_OUT', textOf(list['name']));
      for (const item of entriesIn(list['checkItems']).toSorted(byPosition)) this.#step(item, id);
    }
  }

  #step(item: Fields, card: string): void {
    const id = `${card} ${idOf(item['id'])}`;
    const [where, name] = [`${card}, item ${idOf(item['id'])}`, textOf(item['name'])];
    const tell = (reason: Loss, detail = '') => this.#draft.tell(where, name, reason, detail);
    const isDone = item['state'] === 'complete';
    if (idOf(item['idMember']) !== '') tell('ASSIGNEE', idOf(item['idMember']));
    const when = this.#dateOf(item['due'], isDone, tell);
    const collection = this.#collection;
    this.#draft.task({ id, name, collection, parent: card, isPart: true, when, isDone }, where);
  }

  /** A day is when there is something to do: a completed task has the time of its completion instead. */
  #dateOf(value: unknown, isDone: boolean, tell: (reason: Loss, detail: string) => void): When | null {
    const at = instantIn(value);
    const when = at === null ? null : dayOrTimeAt(at, null, this.#context);
    if (when && isDone) tell('DATE_LEFT_OUT', [when.date, when.time].filter(Boolean).join(' '));
    return isDone ? null : when;
  }
}

/** A position is a number, `top` or `bottom`. */
function byPosition(a: Fields, b: Fields): number {
  const orderOf = ({ pos }: Fields) => (pos === 'top' ? -1 : (numberIn(pos) ?? Number.MAX_VALUE));
  return orderOf(a) - orderOf(b);
}
