import { parseCalendarDay } from '#src/domain/time/calendar-day.ts';
import { idOf, textOf, type Fields } from '#src/file/file-fields.ts';
import { Draft } from '#src/file/source/draft.ts';
import type { DraftReminder } from '#src/file/source/draft-task.ts';
import { entriesIn, fieldsIn, isFields, numberIn, textsIn } from '#src/file/source/json.ts';
import { linkTo } from '#src/file/source/link.ts';
import type { Loss, ReadContext, ReadFile } from '#src/file/source/source.ts';
import { instantOfWhen, whenAt, type When } from '#src/file/source/when.ts';
import { minutesBeforeOf, seriesOf, textOfRepeat } from './super-productivity-repeat.ts';

/** True for a backup, or its data alone. */
export function isSuperProductivity(value: unknown): value is Fields {
  if (!isFields(value)) return false;
  const data = isFields(value['data']) ? value['data'] : value;
  return isFields(fieldsIn(data['task'])['entities']) && isFields(fieldsIn(data['project'])['entities']);
}

/** Reads a backup of version 10 or later. */
export function readSuperProductivity(value: Fields, context: ReadContext): ReadFile {
  return new BackupReader(isFields(value['data']) ? value['data'] : value, context).read();
}

/** Tags that the app itself sets. Today is a date here. */
const APP_TAGS = new Set(['TODAY', 'KANBAN_IN_PROGRESS']);
/** 3 is the highest, and words name it. */
const PRIORITIES: Readonly<Partial<Record<string, number>>> = {
  1: 3,
  2: 2,
  3: 1,
  low: 3,
  medium: 2,
  high: 1,
};
const BACKLOG = 'Backlog';
/** The kind of a node in the tree of the menu. */
const FOLDER = 'f';

class BackupReader {
  readonly #data: Fields;
  readonly #context: ReadContext;
  readonly #draft: Draft;
  readonly #tags: ReadonlyMap<string, string>;
  readonly #configs: ReadonlyMap<string, Fields>;
  /** The days of tasks that the planner of older versions keeps. */
  readonly #planned = new Map<string, string>();
  readonly #backlog = new Set<string>();
  /** The reminders of older versions, by the ids of their tasks. */
  readonly #reminders: ReadonlyMap<string, readonly Fields[]>;
  /** The tasks below each parent. */
  readonly #below: ReadonlyMap<string, readonly Fields[]>;
  /** The repeats that a task has taken. */
  readonly #repeated = new Set<string>();

  constructor(data: Fields, context: ReadContext) {
    this.#data = data;
    this.#context = context;
    this.#draft = new Draft('superproductivity', context);
    const tags = rowsOf(data['tag']);
    this.#tags = new Map(tags.map((tag) => [idOf(tag['id']), textOf(tag['title'])]));
    this.#configs = new Map(rowsOf(data['taskRepeatCfg']).map((each) => [idOf(each['id']), each]));
    this.#below = Map.groupBy(rowsOf(data['task']), (each) => idOf(each['parentId']));
    this.#reminders = Map.groupBy(entriesIn(data['reminders']), (each) => idOf(each['relatedId']));
    for (const [day, ids] of Object.entries(fieldsIn(fieldsIn(data['planner'])['days'])))
      for (const id of textsIn(ids)) this.#planned.set(id, day);
  }

  read(): ReadFile {
    const folders = this.#folders();
    for (const project of rowsOf(this.#data['project'])) {
      const id = idOf(project['id']);
      this.#draft.collection(
        {
          id,
          name: textOf(project['title']),
          parent: folders.get(id) ?? null,
          color: textOf(fieldsIn(project['theme'])['primary']),
          isArchived: project['isArchived'] === true,
        },
        id,
      );
      for (const task of textsIn(project['backlogTaskIds'])) this.#backlog.add(task);
    }
    for (const [id, title] of this.#tags)
      if (APP_TAGS.has(id)) this.#draft.tell(id, title, 'APP_LABEL');
      else if (!/^[A-Z_]+$/.test(id)) this.#draft.label(title, id);
    const archives = ['archiveYoung', 'archiveOld'].map((name) => fieldsIn(this.#data[name])['task']);
    const open = this.#inOrder(rowsOf(this.#data['task']));
    const done = [...archives, this.#data['taskArchive']].flatMap(rowsOf);
    // The open task of a series gets its rule, before completed ones.
    for (const task of [...open, ...done]) this.#task(task);
    for (const [id, config] of this.#configs) if (!this.#repeated.has(id)) this.#template(config, id);
    this.#notes();
    return this.#draft.finish();
  }

  /** Adds the folders of projects as collections, and tells those of tags. The folder of each project by its id. */
  #folders(): ReadonlyMap<string, string> {
    const tree = fieldsIn(this.#data['menuTree']);
    const folders = new Map<string, string>();
    for (const { node, folder } of nodesIn(tree['projectTree']))
      if (node['k'] !== FOLDER) folders.set(idOf(node['id']), folder ?? '');
      else this.#draft.collection({ id: folderId(node), name: textOf(node['name']), parent: folder });
    for (const { node } of nodesIn(tree['tagTree']))
      if (node['k'] === FOLDER)
        this.#draft.tell(idOf(node['id']), textOf(node['name']), 'FIELD_LEFT_OUT', 'folder of tags');
    return folders;
  }

  /** The tasks by the lists of their projects and parents; others follow as the file has them. */
  #inOrder(tasks: readonly Fields[]): readonly Fields[] {
    const lists = [
      ...rowsOf(this.#data['project']).flatMap((project) => [project['taskIds'], project['backlogTaskIds']]),
      ...tasks.map((task) => task['subTaskIds']),
    ];
    const ranks = new Map(lists.flatMap(textsIn).map((id, rank) => [id, rank]));
    const rankOf = (task: Fields) => ranks.get(idOf(task['id'])) ?? ranks.size;
    return tasks.toSorted((a, b) => rankOf(a) - rankOf(b));
  }

  #task(task: Fields): void {
    const [id, name] = [idOf(task['id']), textOf(task['title'])];
    const tell = (reason: Loss, detail = '') => this.#draft.tell(id, name, reason, detail);
    const collection = this.#homeOf(task);
    const isDone = task['isDone'] === true;
    const notes = [textOf(task['notes'])];
    for (const file of entriesIn(task['attachments'])) {
      const link = linkTo(file['title'], file['path']);
      notes.push(link ?? '');
      if (file['type'] === 'FILE' || file['type'] === 'IMG') tell('FILE_AS_LINK', link ?? '');
    }
    const issue = [textOf(task['issueType']), idOf(task['issueId'])].filter(Boolean).join(' ');
    if (issue !== '') {
      notes.push(`Issue: ${issue}`);
      tell('FIELD_IN_NOTES', `Issue: ${issue}`);
    }
    if ((numberIn(task['timeSpent']) ?? 0) > 0)
      tell('FIELD_LEFT_OUT', `time spent: ${Math.round((numberIn(task['timeSpent']) ?? 0) / 60_000)} min`);
    const given = this.#whenOf(task);
    const config = isDone ? undefined : this.#configs.get(idOf(task['repeatCfgId']));
    const isFirst = config !== undefined && !this.#repeated.has(idOf(config['id']));
    const { when, repeat, reminders } = isFirst
      ? this.#seriesOf(config, given, id, name, notes)
      : { when: given, repeat: null, reminders: [] };
    const deadline = textOf(task['deadlineDay']) || this.#dayOf(task['deadlineWithTime']);
    const isBacklog = this.#backlog.has(id);
    this.#draft.task(
      {
        id,
        name,
        notes,
        collection,
        section: isBacklog
          ? this.#draft.section(collection, JSON.stringify([collection, BACKLOG]), BACKLOG)
          : null,
        parent: idOf(task['parentId']),
        when,
        deadline: parseCalendarDay(deadline),
        duration: (numberIn(task['timeEstimate']) ?? 0) / 60_000,
        priority: PRIORITIES[idOf(task['priority'])] ?? 4,
        labels: this.#labelsOf(task['tagIds']),
        repeat,
        reminders: [...this.#remindersOf(task, when), ...reminders],
        createdAt: numberIn(task['created']),
        isDone,
        completedAt: numberIn(task['doneOn']),
      },
      id,
    );
    if (isFirst) this.#steps(config, id, collection);
  }

  /** A day or a time. A task in Today without one is for today. */
  #whenOf(task: Fields): When | null {
    const at = numberIn(task['dueWithTime']) ?? numberIn(task['plannedAt']);
    if (at !== null && at > 0) return whenAt(at, null, this.#context);
    const planned = textOf(task['dueDay']) || (this.#planned.get(idOf(task['id'])) ?? '');
    const isToday = textsIn(task['tagIds']).includes('TODAY') && task['isDone'] !== true;
    const date = parseCalendarDay(planned) ?? (isToday ? this.#context.now.date : null);
    return date && { date, time: null, zone: null };
  }

  #remindersOf(task: Fields, when: When | null): readonly DraftReminder[] {
    const base = when && instantOfWhen(when, this.#context);
    const old = this.#reminders.get(idOf(task['id'])) ?? [];
    const instants = [task['remindAt'], ...old.map((each) => each['remindAt'])].map(numberIn);
    const found = instants.flatMap((at): readonly DraftReminder[] => {
      if (at === null || at <= 0) return [];
      const isBefore = base !== null && when?.time !== null && at <= base;
      return [isBefore ? { minutesBefore: (base - at) / 60_000 } : { at }];
    });
    const last = numberIn(task['deadlineRemindAt']);
    return last === null ? found : [...found, { at: last }];
  }

  /** The series that an open task takes, or its own time where no rule says the repeat. */
  #seriesOf(config: Fields, given: When | null, where: string, name: string, notes: string[]) {
    const tell = (reason: Loss, detail: string) => this.#draft.tell(where, name, reason, detail);
    this.#repeated.add(idOf(config['id']));
    if (textsIn(config['deletedInstanceDates']).length > 0)
      tell('FIELD_LEFT_OUT', 'days left out of the repeat');
    const series = config['isPaused'] === true ? null : seriesOf(config, given, this.#context);
    if (series === null) {
      const line = `Repeats: ${textOfRepeat(config, this.#context)}`;
      notes.push(line);
      tell('REPEAT_IN_NOTES', line);
    }
    const minutesBefore = minutesBeforeOf(config);
    if (minutesBefore !== null && series === null) tell('REMINDER_LEFT_OUT', textOf(config['remindAt']));
    const reminders = minutesBefore === null || series === null ? [] : [{ minutesBefore }];
    return { when: series?.when ?? given, repeat: series?.repeat ?? null, reminders };
  }

  /** A repeat without an open task is one, for its next time. */
  #template(config: Fields, id: string): void {
    const [name, notes] = [textOf(config['title']), [textOf(config['notes'])]];
    const [task, collection] = [`repeat ${id}`, this.#homeOf(config)];
    this.#draft.task(
      {
        id: task,
        name,
        notes,
        collection,
        ...this.#seriesOf(config, null, id, name, notes),
        duration: (numberIn(config['defaultEstimate']) ?? 0) / 60_000,
        labels: this.#labelsOf(config['tagIds']),
      },
      id,
    );
    this.#steps(config, task, collection);
  }

  /** The sub-tasks that each time of a repeat gets there, beside those that its task has: sub-tasks come again here. */
  #steps(config: Fields, parent: string, collection: string): void {
    if (config['shouldInheritSubtasks'] === false) return;
    const names = new Set(this.#below.get(parent)?.map((each) => textOf(each['title'])));
    for (const [i, step] of entriesIn(config['subTaskTemplates']).entries()) {
      const name = textOf(step['title']);
      if (names.has(name)) continue;
      const id = `${parent} step ${i + 1}`;
      this.#draft.task(
        {
          id,
          name,
          notes: [textOf(step['notes'])],
          collection,
          parent,
          duration: (numberIn(step['timeEstimate']) ?? 0) / 60_000,
        },
        id,
      );
    }
  }

  /** The notes of projects are tasks. */
  #notes(): void {
    for (const note of rowsOf(this.#data['note'])) {
      const [first = '', ...rest] = textOf(note['content']).trim().split('\n');
      const [id, name] = [`note ${idOf(note['id'])}`, first.replace(/^#+\s*/, '')];
      this.#draft.tell(id, name, 'PROJECT_NOTES');
      this.#draft.task({ id, name, notes: [rest.join('\n')], collection: this.#homeOf(note) }, id);
    }
  }

  #homeOf(row: Fields): string {
    const project = idOf(row['projectId']);
    return this.#draft.hasCollection(project) ? project : this.#draft.inbox();
  }

  #labelsOf(ids: unknown): readonly string[] {
    return textsIn(ids).flatMap((id) => (APP_TAGS.has(id) ? [] : (this.#tags.get(id) ?? [])));
  }

  #dayOf(at: unknown): string {
    const instant = numberIn(at);
    return instant === null ? '' : (whenAt(instant, null, this.#context)?.date ?? '');
  }
}

/** The rows of a state `{ids, entities}`, in the order of its ids. */
function rowsOf(state: unknown): readonly Fields[] {
  const { ids, entities } = fieldsIn(state);
  const rows = fieldsIn(entities);
  const named = new Set(textsIn(ids).filter((id) => Object.hasOwn(rows, id)));
  const others = Object.keys(rows).filter((id) => !named.has(id));
  return [...named, ...others].map((id) => ({ id, ...fieldsIn(rows[id]) }));
}

interface MenuNode {
  readonly node: Fields;
  /** The collection of the folder that the node is in; null at the top. */
  readonly folder: string | null;
}

/** The nodes of a tree of the menu, each after its folder. */
function nodesIn(tree: unknown): readonly MenuNode[] {
  const found = entriesIn(tree).map((node): MenuNode => ({ node, folder: null }));
  // The loop also reaches the nodes that it adds.
  for (const { node } of found)
    for (const child of entriesIn(node['children'])) found.push({ node: child, folder: folderId(node) });
  return found;
}

/** A folder may have the id of a project. */
function folderId(node: Fields): string {
  return `folder ${idOf(node['id'])}`;
}
