import { idOf, textOf, type Fields } from '#src/file/file-fields.ts';
import { Draft } from '#src/file/source/draft.ts';
import type { DraftReminder } from '#src/file/source/draft-task.ts';
import { markdownOf } from '#src/file/source/html.ts';
import { byNumber, entriesIn, fieldsIn, isFields, numberIn } from '#src/file/source/json.ts';
import { ruleOfSeconds, type SourceRepeat } from '#src/file/source/rules.ts';
import type { Loss, ReadContext, ReadFile } from '#src/file/source/source.ts';
import { dayOrTimeAt, instantIn, instantOfWhen, type When } from '#src/file/source/when.ts';

/** True for the projects of an export of Vikunja. */
export function isVikunja(value: unknown): value is readonly Fields[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((each) => isFields(each) && 'title' in each && ('tasks' in each || 'child_projects' in each))
  );
}

/** Reads the projects and filters of an export. A missing time is one of the year 1 there. */
export function readVikunja(projects: readonly Fields[], filters: unknown, context: ReadContext): ReadFile {
  return new ExportReader(context).read(projects, filters);
}

/** The priorities 0 to 5 of Vikunja. */
const PRIORITIES = [4, 3, 3, 2, 1, 1];
/** Relations that are read, by the kind of the other task. */
const PARENT = 'parenttask';
const CHILD = 'subtask';

class ExportReader {
  readonly #context: ReadContext;
  readonly #draft: Draft;
  readonly #parents = new Map<string, string>();
  /** The sections of tasks, by their ids. */
  readonly #sections = new Map<string, string>();

  constructor(context: ReadContext) {
    this.#context = context;
    this.#draft = new Draft('vikunja', context);
  }

  read(given: readonly Fields[], filters: unknown): ReadFile {
    const projects = flattened(given).toSorted(byNumber('position'));
    for (const project of projects) this.#project(project);
    const tasks = projects.flatMap((project) =>
      tasksInOrder(project).map((task) => ({ task, project: idOf(project['id']) })),
    );
    for (const { task } of tasks) {
      const related = fieldsIn(task['related_tasks']);
      for (const child of entriesIn(related[CHILD])) this.#parents.set(idOf(child['id']), idOf(task['id']));
      for (const parent of entriesIn(related[PARENT]))
        this.#parents.set(idOf(task['id']), idOf(parent['id']));
    }
    for (const { task, project } of tasks) this.#task(task, project);
    for (const filter of entriesIn(filters)) this.#filter(filter);
    return this.#draft.finish();
  }

  #project(project: Fields): void {
    const [id, title] = [idOf(project['id']), textOf(project['title'])];
    const parent = idOf(project['parent_project_id']);
    this.#draft.collection(
      {
        id,
        name: title,
        parent: parent === '0' ? '' : parent,
        color: textOf(project['hex_color']),
        isArchived: project['is_archived'] === true,
        isFavourite: project['is_favorite'] === true,
      },
      id,
    );
    this.#buckets(project, id);
    const description = markdownOf(textOf(project['description']));
    if (description === '') return;
    const name = `Notes: ${title}`;
    this.#draft.tell(id, name, 'PROJECT_NOTES');
    this.#draft.task({ id: `project ${id}`, name, notes: [description], collection: id }, id);
  }

  /** The columns of a board become sections, where they hold tasks. */
  #buckets(project: Fields, id: string): void {
    const boards = new Set(
      entriesIn(project['views'])
        .filter((view) => view['view_kind'] === 'kanban')
        .map((view) => idOf(view['id'])),
    );
    const placed = entriesIn(project['task_buckets']).filter((each) =>
      boards.has(idOf(each['project_view_id'])),
    );
    const byBucket = Map.groupBy(placed, (each) => idOf(each['bucket_id']));
    for (const task of entriesIn(project['tasks'])) {
      const bucket = idOf(task['bucket_id']);
      // Older exports have the column in the task.
      if (bucket !== '' && bucket !== '0' && placed.length === 0)
        byBucket.set(bucket, [...(byBucket.get(bucket) ?? []), { task_id: task['id'] }]);
    }
    for (const bucket of entriesIn(project['buckets']).toSorted(byNumber('position'))) {
      const tasks = byBucket.get(idOf(bucket['id'])) ?? [];
      const title = textOf(bucket['title']);
      if (tasks.length === 0) {
        this.#draft.tell(id, title, 'FIELD_LEFT_OUT', 'empty bucket');
        continue;
      }
      const section = this.#draft.section(id, `bucket ${idOf(bucket['id'])}`, title, id);
      for (const each of tasks) this.#sections.set(idOf(each['task_id']), section);
    }
  }

  #task(task: Fields, collection: string): void {
    const [id, name] = [idOf(task['id']), textOf(task['title'])];
    const tell = (reason: Loss, detail = '') => this.#draft.tell(id, name, reason, detail);
    if (this.#timeIn(task, 'deleted_at') !== null) return this.#draft.refuse(id, name, 'DELETED_THERE');
    const notes = [markdownOf(textOf(task['description']))];
    for (const comment of entriesIn(task['comments'])) notes.push(markdownOf(textOf(comment['comment'])));
    const times = this.#times(task, notes, tell);
    const repeat = repeatOf(task);
    if (repeat === 'unknown' || (repeat !== null && times.when === null)) {
      const line = `Repeats every ${numberIn(task['repeat_after']) ?? 0} seconds`;
      notes.push(line);
      tell('REPEAT_IN_NOTES', line);
    }
    this.#tellLosses(task, tell);
    this.#draft.task(
      {
        id,
        name,
        notes,
        collection,
        section: this.#sections.get(id) ?? null,
        parent: this.#parents.get(id) ?? null,
        ...times,
        priority: PRIORITIES[numberIn(task['priority']) ?? 0] ?? 4,
        labels: entriesIn(task['labels']).map((label) => {
          const title = textOf(label['title']);
          this.#draft.label(title, id, textOf(label['hex_color']));
          return title;
        }),
        repeat: repeat === 'unknown' ? null : repeat,
        reminders: this.#reminders(task, times.when),
        createdAt: this.#timeIn(task, 'created'),
        isDone: task['done'] === true,
        completedAt: this.#timeIn(task, 'done_at'),
      },
      id,
    );
  }

  #tellLosses(task: Fields, tell: (reason: Loss, detail?: string) => void): void {
    const percent = numberIn(task['percent_done']) ?? 0;
    if (percent > 0 && task['done'] !== true) tell('FIELD_LEFT_OUT', `${Math.round(percent * 100)} %`);
    if (textOf(task['hex_color']) !== '') tell('FIELD_LEFT_OUT', 'color');
    if (task['is_favorite'] === true) tell('FIELD_LEFT_OUT', 'favorite');
    for (const user of entriesIn(task['assignees'])) tell('ASSIGNEE', textOf(user['username']));
    for (const file of entriesIn(task['attachments']))
      tell('FILE_LEFT_OUT', textOf(fieldsIn(file['file'])['name']));
    for (const [kind, others] of Object.entries(fieldsIn(task['related_tasks'])))
      if (kind !== PARENT && kind !== CHILD)
        for (const other of entriesIn(others)) tell('FIELD_LEFT_OUT', `${kind}: ${textOf(other['title'])}`);
  }

  /** Days are midnights of the user, written in UTC. */
  #times(task: Fields, notes: string[], tell: (reason: Loss, detail: string) => void) {
    const [start, due, end] = (['start_date', 'due_date', 'end_date'] as const).map((field) => {
      const at = this.#timeIn(task, field);
      return at === null ? null : dayOrTimeAt(at, null, this.#context);
    });
    const when = start ?? due ?? end ?? null;
    const last = due ?? end ?? null;
    if (due && end && (end.date !== due.date || end.time !== due.time)) {
      const line = `End: ${end.date}${end.time === null ? '' : ` ${end.time}`}`;
      notes.push(line);
      tell('DATE_IN_NOTES', line);
    }
    const isOneDay = start && last && start.date === last.date;
    const [from, to] = [start, last].map((each) => (each?.time ? instantOfWhen(each, this.#context) : null));
    const length = isOneDay && typeof from === 'number' && typeof to === 'number' ? (to - from) / 60_000 : 0;
    return {
      when,
      duration: length > 0 ? length : null,
      deadline: start && last && !isOneDay ? last.date : null,
    };
  }

  #reminders(task: Fields, when: When | null): readonly DraftReminder[] {
    const base = when && instantOfWhen(when, this.#context);
    const old = Array.isArray(task['reminder_dates']) ? task['reminder_dates'] : [];
    return [...entriesIn(task['reminders']), ...old.map((reminder) => ({ reminder }))].flatMap(
      (each: Fields) => {
        const at = instantIn(each['reminder']);
        if (at === null) return [];
        const isRelative = textOf(each['relative_to']) !== '' && base !== null && at <= base;
        return [isRelative ? { minutesBefore: (base - at) / 60_000 } : { at }];
      },
    );
  }

  #filter(filter: Fields): void {
    const id = idOf(filter['id']);
    const query = filter['filters'];
    const text = textOf(query) || textOf(fieldsIn(query)['filter']) || textOf(filter['filter']);
    this.#draft.tell(`filter ${id}`, textOf(filter['title']), 'QUERY_AS_TEXT', text);
    this.#draft.filter(id, textOf(filter['title']), text, filter['is_favorite'] === true, `filter ${id}`);
  }

  /** Null for a missing time. */
  #timeIn(task: Fields, field: string): number | null {
    const text = textOf(task[field]);
    return text.startsWith('0001-') ? null : instantIn(text);
  }
}

/** The projects with those inside them, which older exports nest. */
function flattened(projects: readonly Fields[]): readonly Fields[] {
  const all: Fields[] = [];
  const seen = new Set<string>();
  const waiting = [...projects];
  // The list grows while it is read.
  for (const project of waiting) {
    if (seen.has(idOf(project['id']))) continue;
    seen.add(idOf(project['id']));
    all.push(project);
    for (const child of entriesIn(project['child_projects']))
      waiting.push({ parent_project_id: project['id'], ...child });
  }
  return all;
}

/** The tasks in the order of the project's list. Older exports have the position in the task. */
function tasksInOrder(project: Fields): readonly Fields[] {
  const tasks = entriesIn(project['tasks']);
  const byView = Map.groupBy(entriesIn(project['positions']), (each) => idOf(each['project_view_id']));
  const positions = entriesIn(project['views'])
    .filter((view) => view['view_kind'] === 'list')
    .toSorted(byNumber('position'))
    .map((view) => byView.get(idOf(view['id'])))
    .find((found) => found !== undefined);
  if (!positions) return tasks.toSorted(byNumber('position'));
  const inOrder = positions.toSorted(byNumber('position'));
  const ranks = new Map(inOrder.map((each, rank) => [idOf(each['task_id']), rank]));
  const rankOf = (task: Fields) => ranks.get(idOf(task['id'])) ?? tasks.length;
  return tasks.toSorted((a, b) => rankOf(a) - rankOf(b));
}

function repeatOf(task: Fields): SourceRepeat | 'unknown' | null {
  const [seconds, mode] = [numberIn(task['repeat_after']) ?? 0, numberIn(task['repeat_mode']) ?? 0];
  if (mode === 1) return { rule: 'FREQ=MONTHLY', from: 'date' };
  if (seconds === 0) return null;
  const rule = ruleOfSeconds(seconds);
  return rule === null ? 'unknown' : { rule, from: mode === 2 ? 'completion' : 'date' };
}
