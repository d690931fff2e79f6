import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { baseName } from '#src/file/source/base-name.ts';
import { isBlank } from '#src/domain/text/names.ts';
import { Draft } from '#src/file/source/draft.ts';
import type { DraftTask } from '#src/file/source/draft-task.ts';
import type { Loss, ReadContext, ReadFile } from '#src/file/source/source.ts';
import { noonOf } from '#src/file/source/when.ts';
import { readWords } from '#src/file/source/words.ts';
import { signsIn, type Signs } from './obsidian-signs.ts';

/** A box with its blanks, its sign of an item, its mark and its text. */
const BOX = /^([ \t]*)(?:([-*+]|\d+[.)])\s+)?\[(.)\](?:\s+(.*))?$/;
const ITEM = /^[ \t]*(?:[-*+]|\d+[.)])\s+\S/;
const QUOTE = /^\s*>\s?/;
const RULE = /^\s*(?:=+\s*|(?:[-*_]\s*){3,})$/;
const HEADING = /^(#{1,6})\s+(\S.*)$/;
/** The line below a heading without signs. */
const UNDERLINE = /^(?:=+|-{2,})[ \t]*$/;
/** The beginning of a block of code. Words behind backticks have none themselves. */
const FENCE = /^\s*(`{3,}(?=[^`]*$)|~{3,})/;
const FENCE_END = /^\s*(`{3,}|~{3,})\s*$/;
/** Headings are cut to fewer characters than this. */
const LONGEST = 1_000;
/** Text that is this much deeper than its item is code, and keeps its blanks. */
const CODE_INDENT = 4;
/** A tab is as wide as this many blanks. */
const TAB = 4;

/** True for a text with a box to tick. */
export function isMarkdown(text: string): boolean {
  return text.split('\n', 2_000).some((line) => boxIn(line) !== null);
}

/**
 * Reads the boxes of a Markdown file, also with the signs of Obsidian Tasks. The first heading names the collection,
 * and further ones are sections. Text below a box is in the notes of its task. Boxes in code and in quotes are not read.
 */
export function readMarkdown(text: string, fileName: string, context: ReadContext): ReadFile {
  const draft = new Draft('markdown', context);
  new Reader(draft, context, baseName(fileName)).read(text.split(/\r\n|\r|\n/));
  return draft.finish();
}

/** A line with a box. */
interface Box {
  readonly indent: number;
  /** The column where the text of the item begins. */
  readonly content: number;
  readonly mark: string;
  readonly text: string;
}

/** A task with the lines below it. */
interface Item {
  readonly task: DraftTask;
  readonly where: string;
  readonly indent: number;
  /** The column where the lines below begin: that of the item's text, or of the first line, unless that is code. */
  textAt: number;
  readonly lines: string[];
}

class Reader {
  readonly #draft: Draft;
  readonly #context: ReadContext;
  /** Part of the ids: notes of two days have tasks of one name below one heading. */
  readonly #file: string;
  #title: string;
  #section: string | null = null;
  #hasTitle = false;
  readonly #found: Item[] = [];
  /** The tasks above the line, the nearest last. */
  #open: readonly Item[] = [];
  /** The signs that begin the code around the line, and its task. */
  #fence: { readonly signs: string; readonly item: Item | undefined } | null = null;
  /** The number of blank lines directly above. */
  #blanks = 0;
  /** True when the line above belongs to a paragraph of a task, which goes on without blanks. */
  #isParagraph = false;

  constructor(draft: Draft, context: ReadContext, file: string) {
    this.#draft = draft;
    this.#context = context;
    this.#file = file;
    this.#title = file;
  }

  read(lines: readonly string[]): void {
    const start = frontMatterIn(lines);
    if (start > 0) this.#draft.tellOnce('FIELD_LEFT_OUT', 'front matter');
    for (const [i, line] of lines.entries())
      if (i >= start) this.#line(line, `line ${i + 1}`, lines[i + 1] ?? '');
    for (const { task, where, lines: below } of this.#found)
      this.#draft.task({ ...task, notes: [below.join('\n'), ...(task.notes ?? [])] }, where);
  }

  #line(line: string, where: string, next: string): void {
    if (line.trim() === '') {
      this.#blanks++;
      this.#isParagraph = false;
      return;
    }
    this.#filled(line, where, next);
    this.#blanks = 0;
  }

  #filled(line: string, where: string, next: string): void {
    const indent = widthOf(line);
    // Code ends with its item, also without the signs at its end.
    if (this.#fence?.item && indent <= this.#fence.item.indent) this.#fence = null;
    if (this.#fence) return this.#code(line, where, this.#fence);
    const [, hashes, title = ''] = HEADING.exec(line) ?? [];
    if (hashes !== undefined)
      return this.#heading(hashes.length, title.slice(0, LONGEST).replace(/\s#+\s*$/, ''));
    const box = boxIn(line);
    const isHeading = indent === 0 && kindOf(line) === 'text' && !this.#isParagraph && UNDERLINE.test(next);
    if (box) this.#task(box, where);
    else if (isHeading) this.#heading(next.startsWith('=') ? 1 : 2, line.slice(0, LONGEST).trim());
    else this.#text(line, indent, where);
  }

  #code(line: string, where: string, { signs, item }: { signs: string; item: Item | undefined }): void {
    const [, end] = FENCE_END.exec(line) ?? [];
    const isEnd = end?.startsWith(signs) === true;
    if (isEnd) this.#fence = null;
    if (item) this.#below(item, line);
    else if (!isEnd) this.#leaveOut(line, where, 'code');
  }

  #text(line: string, indent: number, where: string): void {
    const kind = kindOf(line);
    const isMore = kind === 'text' && this.#isParagraph;
    const above = this.#open.filter((item) => item.indent < indent);
    if (above.length > 0 || !isMore) this.#open = above;
    const item = this.#open.at(-1);
    this.#isParagraph = kind === 'text' && item !== undefined;
    const [, signs] = FENCE.exec(line) ?? [];
    if (signs !== undefined) this.#fence = { signs, item };
    if (item) this.#below(item, line);
    else if (kind !== null) this.#leaveOut(line, where, kind);
  }

  /** Adds a line to the notes of a task, without the blanks of its item. */
  #below(item: Item, line: string): void {
    if (item.lines.length === 0) {
      const more = widthOf(line) - item.textAt;
      if (more > 0 && more < CODE_INDENT) item.textAt += more;
    } else if (this.#blanks > 0) item.lines.push('\n'.repeat(this.#blanks - 1));
    item.lines.push(withoutBlanks(line, item.textAt));
  }

  /** Text above the first task introduces the page. Any other line that is part of no task is refused. */
  #leaveOut(line: string, where: string, kind: string): void {
    if (kind === 'no box' || this.#found.length > 0 || boxIn(line.replace(QUOTE, '')))
      this.#draft.refuse(where, line.trim(), 'NOT_A_TASK', kind);
  }

  #heading(level: number, title: string): void {
    this.#open = [];
    this.#isParagraph = false;
    if (level === 1 && !this.#hasTitle) {
      this.#hasTitle = true;
      this.#title = title;
      this.#section = null;
    } else this.#section = title;
  }

  #task({ indent, content, mark, text }: Box, where: string): void {
    this.#open = this.#open.filter((item) => item.indent < indent);
    this.#isParagraph = true;
    const parent = this.#open.at(-1)?.task.id ?? null;
    const signs = signsIn(text);
    const { name } = signs;
    if (isBlank(name)) return this.#draft.refuse(where, '', 'NO_NAME');
    const tell = (reason: Loss, detail = '') => this.#draft.tell(where, name, reason, detail);
    const collection = this.#draft.collection({ id: this.#title, name: this.#title });
    const section =
      this.#section === null
        ? null
        : this.#draft.section(collection, JSON.stringify([collection, this.#section]), this.#section);
    const id = this.#draft.countedId(JSON.stringify([this.#file, collection, parent, name]));
    const notes: string[] = [];
    const { when, deadline } = datesOf(signs);
    const repeat = this.#repeatOf(signs);
    if (signs.repeat !== null && (repeat === null || when === null)) {
      notes.push(signs.repeat);
      tell('REPEAT_IN_NOTES', signs.repeat);
    }
    if (signs.start !== null && when && when.date !== signs.start)
      tell('FIELD_LEFT_OUT', `🛫 ${signs.start}`);
    for (const other of signs.others) tell('FIELD_LEFT_OUT', other);
    if (signs.isLow) tell('PRIORITY_LOWERED');
    const isCanceled = mark === '-';
    if (isCanceled) tell('CANCELED_IS_COMPLETED');
    if (!/[ xX-]/.test(mark)) tell('FIELD_LEFT_OUT', `[${mark}]`);
    const instant = (day: CalendarDay | null) => day && noonOf(day, this.#context);
    const task: DraftTask = {
      id,
      name,
      notes,
      collection,
      section,
      parent,
      isPart: true,
      when,
      deadline,
      priority: signs.priority,
      labels: signs.labels,
      repeat: when ? repeat : null,
      createdAt: instant(signs.created),
      isDone: /[xX-]/.test(mark),
      completedAt: instant(signs.done),
    };
    const item: Item = { task, where, indent, textAt: content, lines: [] };
    this.#found.push(item);
    this.#open = [...this.#open, item];
  }

  #repeatOf({ repeat }: Signs) {
    if (repeat === null) return null;
    const isFromCompletion = /\s+when done$/i.test(repeat);
    const found = readWords(repeat.replace(/\s+when done$/i, ''), 'en', this.#context)?.repeat ?? null;
    return found && { ...found, from: isFromCompletion ? ('completion' as const) : found.from };
  }
}

/** Beside a planned day, the due day is the deadline. Alone it is the date. */
function datesOf({ start, scheduled, due }: Signs) {
  const planned = scheduled ?? start;
  const date = planned ?? due;
  return {
    when: date && { date, time: null, zone: null },
    deadline: planned !== null && due !== null && due !== planned ? due : null,
  };
}

/** The box of a line; null for none. A box without the sign of an item has a blank or an x. */
function boxIn(line: string): Box | null {
  const [, blanks = '', sign, mark, text = ''] = BOX.exec(line.trimEnd()) ?? [];
  if (mark === undefined || (sign === undefined && (text === '' || !/[ xX]/.test(mark)))) return null;
  const indent = widthOf(blanks);
  return { indent, content: indent + (sign === undefined ? 0 : sign.length + 1), mark, text };
}

/** The kind of a line without a box, in the words of the reason to leave it out. Null for a line without text. */
function kindOf(line: string): 'text' | 'quote' | 'no box' | null {
  if (RULE.test(line) || FENCE.test(line)) return null;
  if (QUOTE.test(line)) return 'quote';
  return ITEM.test(line) ? 'no box' : 'text';
}

/** The number of lines of the front matter, which has an end and no box; 0 for none. */
function frontMatterIn(lines: readonly string[]): number {
  const end = lines[0] === '---' ? lines.indexOf('---', 1) : -1;
  return lines.slice(0, end + 1).some((line) => boxIn(line) !== null) ? 0 : end + 1;
}

/** The columns of the blanks before the text. */
function widthOf(line: string): number {
  const [blanks] = /^[ \t]*/.exec(line) ?? [''];
  return blanks.replaceAll('\t', ' '.repeat(TAB)).length;
}

/** The line without blanks up to a column. */
function withoutBlanks(line: string, column: number): string {
  let [at, width] = [0, 0];
  for (; width < column && /[ \t]/.test(line.charAt(at)); at++) width += line.charAt(at) === '\t' ? TAB : 1;
  return line.slice(at);
}
