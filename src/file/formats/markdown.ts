import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { baseName } from '#src/file/source/base-name.ts';
import { Draft } from '#src/file/source/draft.ts';
import type { Loss, ReadContext, ReadFile } from '#src/file/source/source.ts';
import { noonOf } from '#src/file/source/when.ts';
import { readWords } from '#src/file/source/words.ts';
import { signsIn, type Signs } from './obsidian-signs.ts';

/** An item with a box: its blanks, the mark in the box, and its text. */
const BOX = /^([ \t]*)(?:[-*+]|\d+[.)])\s+\[(.)\](?:\s+(.*))?$/;
const ITEM = /^[ \t]*(?:[-*+]|\d+[.)])\s+\S/;
const HEADING = /^(#{1,6})\s+(\S.*)$/;
/** Headings are cut to fewer characters than this. */
const LONGEST = 1_000;
/** A tab is as wide as this many blanks. */
const TAB = 4;

/** True for a text with a box to tick. */
export function isMarkdown(text: string): boolean {
  return text.split('\n', 2_000).some((line) => BOX.test(line.trimEnd()));
}

/**
 * Reads the items with boxes of a Markdown file, also with the signs of Obsidian Tasks. The first heading names the
 * collection, and further ones are sections. Boxes in code and in quotes are not read.
 */
export function readMarkdown(text: string, fileName: string, context: ReadContext): ReadFile {
  const draft = new Draft('markdown', context);
  new Reader(draft, context, baseName(fileName)).read(text);
  return draft.finish();
}

class Reader {
  readonly #draft: Draft;
  readonly #context: ReadContext;
  #title: string;
  #section: string | null = null;
  #hasTitle = false;
  #open: { readonly indent: number; readonly id: string }[] = [];

  constructor(draft: Draft, context: ReadContext, title: string) {
    this.#draft = draft;
    this.#context = context;
    this.#title = title;
  }

  read(text: string): void {
    let fence: string | null = null;
    let isFrontMatter = false;
    for (const [i, line] of text.split(/\r\n|\r|\n/).entries()) {
      const where = `line ${i + 1}`;
      if (i === 0 && line === '---') isFrontMatter = true;
      else if (isFrontMatter) isFrontMatter = line !== '---';
      else {
        const [mark] = /^\s*(?:```|~~~)/.exec(line) ?? [];
        if (mark !== undefined && (fence === null || mark.trim() === fence)) {
          fence = fence === null ? mark.trim() : null;
          continue;
        }
        const isBox = BOX.test(line.replace(/^\s*>\s?/, ''));
        if (fence === null && !/^\s*>/.test(line)) this.#line(line, where);
        else if (isBox)
          this.#draft.refuse(where, line.trim(), 'NOT_A_TASK', fence === null ? 'quote' : 'code');
      }
    }
  }

  #line(line: string, where: string): void {
    const [, hashes, title = ''] = HEADING.exec(line) ?? [];
    if (hashes !== undefined)
      return this.#heading(hashes.length, title.slice(0, LONGEST).replace(/\s#+\s*$/, ''));
    const [, blanks = '', mark, text = ''] = BOX.exec(line.trimEnd()) ?? [];
    if (mark !== undefined) return this.#task(blanks, mark, text, where);
    if (ITEM.test(line)) this.#draft.refuse(where, line.trim(), 'NOT_A_TASK', 'no box');
  }

  #heading(level: number, title: string): void {
    this.#open = [];
    if (level === 1 && !this.#hasTitle) {
      this.#hasTitle = true;
      this.#title = title;
      this.#section = null;
    } else this.#section = title;
  }

  #task(blanks: string, mark: string, text: string, where: string): void {
    const indent = blanks.replaceAll('\t', ' '.repeat(TAB)).length;
    while ((this.#open.at(-1)?.indent ?? -1) >= indent) this.#open.pop();
    const parent = this.#open.at(-1)?.id ?? null;
    const signs = signsIn(text);
    const { name } = signs;
    const tell = (reason: Loss, detail = '') => this.#draft.tell(where, name, reason, detail);
    const collection = this.#draft.collection({ id: this.#title, name: this.#title });
    const section =
      this.#section === null
        ? null
        : this.#draft.section(collection, JSON.stringify([collection, this.#section]), this.#section);
    const id = this.#draft.countedId(JSON.stringify([collection, parent, name]));
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
    this.#draft.task(
      {
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
      },
      where,
    );
    this.#open.push({ indent, id });
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
