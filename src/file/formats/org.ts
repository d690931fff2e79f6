import { readTypedDuration } from '#src/domain/time/duration.ts';
import { baseName } from '#src/file/source/base-name.ts';
import { Draft } from '#src/file/source/draft.ts';
import type { DraftTask } from '#src/file/source/draft-task.ts';
import type { Loss, ReadContext, ReadFile } from '#src/file/source/source.ts';
import { readOrg, type OrgHeading } from './org-headings.ts';
import { orgInstantIn, orgTimeIn } from './org-times.ts';

/** True for an Org file with a heading that is a task, or with the settings of one. */
export function isOrg(text: string): boolean {
  const lines = text.split(/\r?\n/, 2_000);
  const isHeading = (line: string) => /^\*+ /.test(line);
  return (
    lines.some((line) => /^\*+ (?:TODO|DONE|NEXT|WAITING|CANCELL?ED) /.test(line)) ||
    (lines.some(isHeading) && lines.some((line) => /^#\+(?:TITLE|TODO|FILETAGS|STARTUP):/i.test(line)))
  );
}

/** Reads the headings that are tasks. Other headings above tasks are sections. */
export function readOrgFile(text: string, fileName: string, context: ReadContext): ReadFile {
  const draft = new Draft('org', context);
  const { title, tags, headings } = readOrg(text);
  const name = title === '' ? baseName(fileName) : title;
  const reader = new Reader(draft, context, name, tags);
  for (const heading of headings) reader.heading(heading);
  return draft.finish();
}

class Reader {
  readonly #draft: Draft;
  readonly #context: ReadContext;
  readonly #title: string;
  readonly #tags: readonly string[];
  readonly #ids = new Map<OrgHeading, string>();
  readonly #left = new Set<OrgHeading>();

  constructor(draft: Draft, context: ReadContext, title: string, tags: readonly string[]) {
    this.#draft = draft;
    this.#context = context;
    this.#title = title;
    this.#tags = tags;
    // A label on every task would tell none apart. Tasks with tags of their own get those of the file too.
    if (tags.length > 0) draft.tellOnce('FIELD_LEFT_OUT', 'FILETAGS of tasks without tags');
  }

  heading(heading: OrgHeading): void {
    const { above, word, title, where, hasTasks } = heading;
    if (above && this.#left.has(above)) {
      this.#left.add(heading);
      if (word !== '') this.#draft.refuse(where, title, 'NOT_A_TASK', 'below a comment');
    } else if (heading.isLeftOut) {
      this.#left.add(heading);
      this.#draft.refuse(where, title, 'NOT_A_TASK', 'commented out or archived');
    } else if (word !== '') this.#task(heading);
    else if (!hasTasks) this.#draft.refuse(where, title, 'NOT_A_TASK', 'a heading');
    else if (heading.body.some((line) => line.trim() !== ''))
      this.#draft.tell(where, title, 'FIELD_LEFT_OUT', 'text of the heading');
  }

  #task(heading: OrgHeading): void {
    const { word, title, where, body, planning, properties } = heading;
    const tell = (reason: Loss, detail = '') => this.#draft.tell(where, title, reason, detail);
    const collection = this.#draft.collection({ id: this.#title, name: this.#title });
    const task = ancestorOf(heading, (each) => each.word !== '');
    const plain = task ? null : ancestorOf(heading, (each) => each.word === '');
    const id =
      properties.get('ID') ?? this.#draft.countedId(JSON.stringify([collection, this.#idOf(task), title]));
    this.#ids.set(heading, id);
    const notes = [markdownOf(body)];
    const scheduled = orgTimeIn(planning.get('SCHEDULED') ?? '', this.#context);
    const deadline = orgTimeIn(planning.get('DEADLINE') ?? '', this.#context);
    const stamp = scheduled ?? orgTimeIn(body.find((line) => /^\s*<\d{4}/.test(line)) ?? '', this.#context);
    const warning = / -\d+[hdwmy]\b/.exec(planning.get('DEADLINE') ?? '')?.[0].trim();
    if (warning !== undefined) tell('FIELD_LEFT_OUT', warning);
    if (deadline && (deadline.when.time !== null || deadline.repeat)) {
      notes.push(`DEADLINE: ${planning.get('DEADLINE')}`);
      tell('DATE_IN_NOTES', planning.get('DEADLINE'));
    }
    const effort = properties.get('EFFORT') ?? '';
    const duration = stamp?.duration ?? (effort === '' ? null : readTypedDuration(effort));
    for (const [name, value] of properties)
      if (name !== 'ID' && (name !== 'EFFORT' || duration === null))
        tell('FIELD_LEFT_OUT', `${name}: ${value}`);
    for (const drawer of heading.drawers) tell('FIELD_LEFT_OUT', drawer);
    if (heading.priority > 'C') tell('PRIORITY_LOWERED', heading.priority);
    const isCanceled = /^CANCELL?ED$/.test(word);
    if (isCanceled) tell('CANCELED_IS_COMPLETED');
    if (!heading.isDone && word !== 'TODO') tell('FIELD_LEFT_OUT', word);
    const given: DraftTask = {
      id,
      name: title,
      notes,
      collection,
      section: plain
        ? this.#draft.section(collection, JSON.stringify([collection, plain.title]), plain.title)
        : null,
      parent: this.#idOf(task),
      isPart: true,
      when: stamp?.when ?? null,
      deadline: deadline?.when.date ?? null,
      duration,
      priority: 'ABC'.indexOf(heading.priority || 'D') + 1 || 4,
      labels: heading.tags.length === 0 ? [] : [...this.#tags, ...heading.tags],
      repeat: stamp?.repeat ?? null,
      isDone: heading.isDone,
      completedAt: orgInstantIn(planning.get('CLOSED') ?? '', this.#context),
    };
    this.#draft.task(given, where);
  }

  #idOf(heading: OrgHeading | null): string | null {
    return heading && (this.#ids.get(heading) ?? null);
  }
}

/** The nearest heading above that is so. */
function ancestorOf(heading: OrgHeading, is: (heading: OrgHeading) => boolean): OrgHeading | null {
  for (let at = heading.above; at; at = at.above) if (is(at)) return at;
  return null;
}

/** The text below a heading, with its bold words, links and boxes as Markdown has them. A stamp alone is no text. */
function markdownOf(body: readonly string[]): string {
  return body
    .filter((line) => !/^\s*<\d{4}-[^>]*>\s*$/.test(line))
    .map((line) =>
      line
        .trim()
        .replace(/^([-+]) \[X\]/, '$1 [x]')
        .replaceAll(/\[\[([^[\]]+)\]\[([^[\]]+)\]\]/g, '[$2]($1)')
        .replaceAll(/(^|[\s(])\*([^*\s](?:[^*]*[^*\s])?)\*(?=$|[\s.,;:!?)])/g, '$1**$2**'),
    )
    .join('\n');
}
