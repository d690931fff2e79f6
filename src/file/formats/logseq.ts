import { baseName } from '#src/file/source/base-name.ts';
import { Draft } from '#src/file/source/draft.ts';
import type { DraftTask } from '#src/file/source/draft-task.ts';
import type { ReadContext, ReadFile } from '#src/file/source/source.ts';
import { signsIn } from './obsidian-signs.ts';
import { orgTimeIn } from './org-times.ts';

const OPEN = ['TODO', 'DOING', 'NOW', 'LATER', 'WAITING', 'WAIT', 'IN-PROGRESS'];
const CANCELED = ['CANCELED', 'CANCELLED'];
const TASK = new RegExp(
  String.raw`^([ \t]*)- (${[...OPEN, 'DONE', ...CANCELED].join('|')}) (?:\[#([ABC])\] )?(\S.*)$`,
);
const BLOCK = /^([ \t]*)-(?: (.*))?$/;

/** True for a page of Logseq with a task. */
export function isLogseq(text: string): boolean {
  return text.split('\n', 2_000).some((line) => TASK.test(line.trimEnd()));
}

/** Reads the tasks of a page. Plain blocks below a task are in its notes. */
export function readLogseq(text: string, fileName: string, context: ReadContext): ReadFile {
  const draft = new Draft('markdown', context);
  const page = new Page(draft, context, baseName(fileName));
  for (const [i, line] of text.split(/\r\n|\r|\n/).entries()) page.line(line.trimEnd(), `line ${i + 1}`);
  page.end();
  return draft.finish();
}

type Found = { -readonly [Name in keyof DraftTask]: DraftTask[Name] } & { readonly notes: string[] };

class Page {
  readonly #draft: Draft;
  readonly #context: ReadContext;
  readonly #title: string;
  readonly #found: { readonly task: Found; readonly where: string; readonly depth: number }[] = [];
  /** The tasks above the line, the nearest last. */
  #open: { readonly task: Found; readonly where: string; readonly depth: number }[] = [];
  #isInDrawer = false;

  constructor(draft: Draft, context: ReadContext, title: string) {
    this.#draft = draft;
    this.#context = context;
    this.#title = title;
  }

  line(line: string, where: string): void {
    if (/^\s*:LOGBOOK:$/.test(line)) {
      this.#isInDrawer = true;
      const item = this.#open.at(-1);
      if (item) this.#draft.tell(item.where, item.task.name, 'FIELD_LEFT_OUT', 'LOGBOOK');
    }
    if (this.#isInDrawer) {
      this.#isInDrawer = !/^\s*:END:$/.test(line);
      return;
    }
    const [, blanks, text = ''] = BLOCK.exec(line) ?? [];
    if (blanks === undefined) return this.#more(line.trim());
    const depth = blanks.replaceAll('\t', '  ').length;
    while ((this.#open.at(-1)?.depth ?? -1) >= depth) this.#open.pop();
    const [, , word = '', priority, rest = ''] = TASK.exec(line) ?? [];
    if (word !== '') return this.#task(word, priority, rest, depth, where);
    const above = this.#open.at(-1);
    if (above) above.task.notes.push(text);
    else if (text !== '') this.#draft.refuse(where, text, 'NOT_A_TASK', 'plain block');
  }

  end(): void {
    for (const { task, where } of this.#found) this.#draft.task(task, where);
  }

  #task(word: string, priority: string | undefined, text: string, depth: number, where: string): void {
    const { name, labels } = signsIn(text);
    const collection = this.#draft.collection({ id: this.#title, name: this.#title });
    const parent = this.#open.at(-1)?.task.id ?? null;
    const id = this.#draft.countedId(JSON.stringify([collection, parent, name]));
    const isCanceled = CANCELED.includes(word);
    if (isCanceled) this.#draft.tell(where, name, 'CANCELED_IS_COMPLETED');
    if (OPEN.includes(word) && word !== 'TODO') this.#draft.tell(where, name, 'FIELD_LEFT_OUT', word);
    const task: Found = {
      id,
      name,
      notes: [],
      collection,
      parent,
      priority: priority === undefined ? 4 : 'ABC'.indexOf(priority) + 1,
      labels,
      isDone: isCanceled || word === 'DONE',
    };
    const item = { task, where, depth };
    this.#found.push(item);
    this.#open.push(item);
  }

  /** A line of the block above: its days, its properties, or more text. */
  #more(text: string): void {
    const item = this.#open.at(-1);
    if (!item || text === '') return;
    const { task, where } = item;
    const [, kind] = /^(SCHEDULED|DEADLINE):/.exec(text) ?? [];
    const time = kind === undefined ? null : orgTimeIn(text, this.#context);
    if (kind === 'SCHEDULED' && time) [task.when, task.repeat] = [time.when, time.repeat];
    else if (kind === 'DEADLINE' && time) {
      task.deadline = time.when.date;
      if (time.when.time !== null || time.repeat) this.#draft.tell(where, task.name, 'DATE_IN_NOTES', text);
      if (time.when.time !== null || time.repeat) task.notes.push(text);
    } else if (kind !== undefined) {
      task.notes.push(text);
      this.#draft.tell(where, task.name, 'DATE_IN_NOTES', text);
    } else if (!/^(?:id|collapsed)::/.test(text)) task.notes.push(text);
  }
}
