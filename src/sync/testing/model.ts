import { addDays, daysBetween, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { RejectionCode } from '#src/domain/errors.ts';
import type { Value } from '#src/tables/kit/column.ts';
import type { AnyRow, Rows } from '#src/tables/tables.ts';
import { occurrenceIdOf } from '#src/domain/repeat/occurrence-id.ts';
import type { Mutation, MutatorArgs } from '#src/tables/operations.ts';
import { ModelRows } from './model-rows.ts';
import { NEW_COLLECTION, NEW_TASK } from './new-rows.ts';
import { isPlainMutation, partsOf, PLAIN_NAMES, plainTable, type PlainMutation } from './plain-tables.ts';

type Task = Rows['task'];

/** The arguments of any operation of a plain table. */
type PlainArgs = Readonly<Record<string, Value>> & {
  readonly id: string;
  readonly at: number;
  readonly changes?: Readonly<Record<string, Value>>;
};

/** The codes for a name that is in use. */
const TAKEN = {
  collection: 'DUPLICATE_COLLECTION',
  section: 'DUPLICATE_SECTION',
} as const;

/**
 * Merges the notes of simulated users. Each line number has two texts of its own. Null if both sides changed the same
 * line.
 */
function notesOf(base: string, theirs: string, mine: string): string | null {
  const [was, others, own] = [base, theirs, mine].map((text) => text.split('\n'));
  const merged =
    was?.length === others?.length && was?.length === own?.length
      ? was?.map((line, n) => [line, others?.[n] ?? '', own?.[n] ?? ''] as const)
      : [[base, theirs, mine] as const];
  const lines = merged?.map(([line, other, mine]) => (other === line || other === mine ? mine : mine === line ? other : null)); // prettier-ignore
  return lines?.includes(null) ? null : (lines?.join('\n') ?? null);
}

/**
 * The meaning of the mutations, implemented a second time, as plainly as possible, to check the real code. It
 * shares no code with the mutators, the overlay or the database.
 */
export class Model extends ModelRows {
  /** The server's time of each first deletion. */
  readonly #deletedSince = new Map<string, number>();

  /**
   * Removes a deleted row. Throws if it does not exist, if it still owns a row, or if the server got its
   * deletion at `deletedBefore` or later, regardless of the devices' clocks.
   */
  purge(id: string, deletedBefore: number): void {
    const deletedAt = this.row(id)?.deletedAt ?? null;
    if (deletedAt === null || this.naming(id).length > 0)
      throw new Error(`the server purged ${id}, which is in use`);
    const since = this.#deletedSince.get(id) ?? Infinity;
    if (since >= deletedBefore) throw new Error(`the server purged ${id} before its time`);
    for (const table of this.deletable) table.delete(id);
  }

  /**
   * Makes a tombstone of an owned row, with the deletion time of its owner. Throws if the owner exists, or if
   * the server got its deletion at `endedBefore` or later.
   */
  end(id: string, endedBefore: number): void {
    const [task, section, reminder] = [this.task.get(id), this.section.get(id), this.reminder.get(id)];
    const owner = reminder
      ? this.task.get(reminder.taskId)
      : task
        ? task.parentId === null
          ? this.collection.get(task.collectionId)
          : this.task.get(task.parentId)
        : this.collection.get(section?.collectionId ?? '');
    const since = this.#deletedSince.get(owner?.id ?? '') ?? Infinity;
    const isOwned = task
      ? task.deletedAt === null && (task.parentId !== null || task.completedAt === null)
      : (section ?? reminder)?.deletedAt === null;
    if (!isOwned || !owner || owner.deletedAt === null || since >= endedBefore)
      throw new Error(`the server ended ${id}, which is there`);
    if (task) this.task.set(id, { ...task, deletedAt: owner.deletedAt });
    if (section) this.section.set(id, { ...section, deletedAt: owner.deletedAt });
    if (reminder) this.reminder.set(id, { ...reminder, deletedAt: owner.deletedAt });
    this.#deletedSince.set(id, since);
  }

  /**
   * Empties the texts of a deleted row. Throws if it exists, if the server got its deletion at `erasedBefore`
   * or later, or if a row with a text refers to it.
   */
  erase(id: string, erasedBefore: number): void {
    const isNamed = this.naming(id).some((other) => (other['name'] ?? '') !== '');
    const since = this.#deletedSince.get(id) ?? Infinity;
    if ((this.row(id)?.deletedAt ?? null) === null || isNamed || since >= erasedBefore)
      throw new Error(`the server erased ${id}, which is in use`);
    const task = this.task.get(id);
    if (task) this.task.set(id, { ...task, name: '', description: '', labels: '', repeat: null });
    for (const name of PLAIN_NAMES) {
      const texts = Object.fromEntries(plainTable(name).texts.map((text) => [text, '']));
      const row = this[name].get(id);
      if (row) (this[name] as Map<string, AnyRow>).set(id, { ...row, ...texts });
    }
    for (const table of [this.collection, this.section]) {
      const row = table.get(id);
      if (row) (table as Map<string, AnyRow>).set(id, { ...row, name: '' });
    }
    const proposal = this.proposal.get(id);
    const gone = { name: '', reason: '', program: '', items: '', accepted: '', declined: '', used: '' };
    if (proposal) this.proposal.set(id, { ...proposal, ...gone });
    const dismissal = this.dismissal.get(id);
    if (dismissal) this.dismissal.set(id, { ...dismissal, wording: '' });
  }

  /** Applies one mutation that the server got at `now` by its clock. Returns the code of a rejection, or null. */
  apply(mutation: Mutation, now = 0): RejectionCode | null {
    if (isPlainMutation(mutation)) return this.#applyPlain(mutation, now);
    const isLive = (collectionId: string) => this.collection.get(collectionId)?.deletedAt === null;
    switch (mutation.name) {
      case 'collection.add': {
        const { id, at, ...values } = mutation.args;
        if (this.isKept('collection', id)) return null;
        if (this.isTaken('collection', values.name, id)) return TAKEN.collection;
        const rejected = this.placeCollection(id, values.parentId ?? null);
        if (rejected) return rejected;
        let position = at;
        for (const { position: other } of this.collection.values())
          position = Math.max(position, other + Math.max(1, Math.abs(other) * 2 ** -52));
        position = Math.min(position, Number.MAX_VALUE);
        this.collection.set(id, { ...NEW_COLLECTION, ...values, id, position, createdAt: at });
        return null;
      }
      case 'collection.edit': {
        const { id, changes } = mutation.args;
        const collection = this.collection.get(id);
        if (!collection || collection.deletedAt !== null) return 'COLLECTION_GONE';
        if (changes.name !== undefined && this.isTaken('collection', changes.name, id))
          return TAKEN.collection;
        const rejected = this.placeCollection(id, changes.parentId ?? null);
        if (rejected) return rejected;
        this.collection.set(id, { ...collection, ...changes });
        return null;
      }
      case 'collection.delete':
        return this.#delete(this.collection, mutation.args, now, ({ deletedAt }) => deletedAt === null);
      case 'collection.restore': {
        const { id } = mutation.args;
        const collection = this.collection.get(id);
        if (!collection || !this.isKept('collection', id)) return 'COLLECTION_GONE';
        if (collection.deletedAt === null) return null;
        if (this.isTaken('collection', collection.name, id)) return TAKEN.collection;
        this.collection.set(id, { ...collection, deletedAt: null });
        return null;
      }
      case 'collection.purge': {
        const { id, at } = mutation.args;
        const collection = this.collection.get(id);
        if (!collection || collection.deletedAt === null || collection.purgedAt !== null) return null;
        this.collection.set(id, { ...collection, purgedAt: at });
        this.#deletedSince.set(id, now);
        return null;
      }
      case 'section.add': {
        const { id, at, ...values } = mutation.args;
        if (this.isKept('section', id)) return null;
        if (!isLive(values.collectionId)) return 'COLLECTION_GONE';
        if (this.isTaken('section', values.name, id, values.collectionId)) return TAKEN.section;
        this.section.set(id, { place: '', ...values, id, createdAt: at, deletedAt: null });
        return null;
      }
      case 'section.edit': {
        const { id, changes } = mutation.args;
        const section = this.section.get(id);
        if (!section || !this.isSectionThere(section)) return 'SECTION_GONE';
        if (changes.name !== undefined && this.isTaken('section', changes.name, id, section.collectionId))
          return TAKEN.section;
        this.section.set(id, { ...section, ...changes });
        return null;
      }
      case 'section.delete':
        return this.#delete(this.section, mutation.args, now, (section) => this.isSectionThere(section));
      case 'section.restore': {
        const { id } = mutation.args;
        const section = this.section.get(id);
        if (!section || !this.isKept('section', id)) return 'SECTION_GONE';
        if (section.deletedAt === null) return null;
        if (!isLive(section.collectionId)) return 'COLLECTION_GONE';
        if (this.isTaken('section', section.name, id, section.collectionId)) return TAKEN.section;
        this.section.set(id, { ...section, deletedAt: null });
        return null;
      }
      case 'task.add': {
        const { id, at, ...values } = mutation.args;
        if (this.isKept('task', id)) return null;
        const parentId = values.parentId ?? null;
        if (parentId === null && !isLive(values.collectionId)) return 'COLLECTION_GONE';
        const rejected = this.placeTask(id, parentId);
        if (rejected) return rejected;
        const collectionId = this.homeBelow(parentId) ?? values.collectionId;
        this.#setTask({ ...NEW_TASK, ...values, collectionId, id, createdAt: at, updatedAt: at });
        return null;
      }
      case 'task.edit': {
        const { id, changes, base, at } = mutation.args;
        const task = this.task.get(id);
        if (!task || !this.isThere(task)) return 'GONE';
        const typed = changes.description;
        const description =
          typed === undefined || base === undefined ? typed : notesOf(base, task.description, typed);
        if (description === null) return 'NOTES_CONFLICT';
        const notes = description === undefined ? {} : { description };
        const home = this.placed(task).collectionId;
        const wanted = changes.collectionId ?? home;
        const leaves =
          task.parentId !== null &&
          (changes.parentId === null || (changes.parentId === undefined && wanted !== home));
        const parentId = leaves ? null : changes.parentId === undefined ? task.parentId : changes.parentId;
        const isNamed = leaves || changes.collectionId !== undefined;
        if (parentId === null && isNamed && !isLive(wanted)) return 'COLLECTION_GONE';
        const rejected = parentId === task.parentId ? null : this.placeTask(id, parentId);
        if (rejected) return rejected;
        const kept = parentId === task.parentId ? task.collectionId : this.homeBelow(parentId);
        const collectionId = parentId === null ? wanted : (kept ?? wanted);
        const done = parentId === task.parentId ? {} : this.#doneBelow(task, parentId);
        this.#setTask({ ...task, ...changes, ...notes, parentId, collectionId, ...done, updatedAt: at });
        return null;
      }
      case 'task.label': {
        const { id, add = '', remove = '', at } = mutation.args;
        const task = this.task.get(id);
        if (!task || !this.isThere(task)) return 'GONE';
        const listOf = (set: string) => set.split(' ').filter((label) => label !== '');
        const kept = listOf(task.labels).filter((label) => !listOf(remove).includes(label));
        const labels = [...new Set([...kept, ...listOf(add)])].toSorted().join(' ');
        this.task.set(id, { ...task, labels, updatedAt: at });
        return null;
      }
      case 'task.complete': {
        const { id, at } = mutation.args;
        const task = this.task.get(id);
        if (!task || task.name === '') return 'GONE';
        if (!this.isThere(task) || this.#isOver(task, mutation.args, 'x') || this.isDone(task)) return null;
        this.task.set(id, { ...task, completedAt: at, doneIn: this.cycleOf(task.parentId), updatedAt: at });
        return null;
      }
      case 'task.reopen': {
        const { id, collectionId, at } = mutation.args;
        const task = this.task.get(id);
        if (!task || !this.isThere(task)) return 'GONE';
        if (this.#isOver(task, mutation.args, ' ') || !this.isDone(task)) return null;
        if (task.parentId === null && !isLive(collectionId)) return 'COLLECTION_GONE';
        const home = task.parentId === null ? collectionId : task.collectionId;
        this.task.set(id, { ...task, collectionId: home, completedAt: null, doneIn: null, updatedAt: at });
        return null;
      }
      case 'task.advance': {
        const { id, due, now: today, occurrenceId = null, steps = '', renews = 0, at } = mutation.args;
        const task = this.task.get(id);
        if (!task || task.name === '') return 'GONE';
        if (!this.isThere(task) || this.isDone(task) || (task.repeatDue ?? task.date) !== due) return null;
        const daily = this.#nextDay(task, today);
        if (!daily) {
          this.task.set(id, {
            ...task,
            completedAt: at,
            doneIn: this.cycleOf(task.parentId),
            updatedAt: at,
          });
          return null;
        }
        const before = this.task.get(occurrenceId ?? '');
        const isTakenBack = before?.seriesId === id && before.deletedAt !== null;
        if (occurrenceId !== null && (isTakenBack || !this.isKept('task', occurrenceId))) {
          const { collectionId, sectionId } = this.placed(task);
          const description = [task.description, steps].filter((part) => part !== '').join('\n\n');
          const once = { repeat: null, cycleAt: null, doneIn: null };
          this.#setTask({
            ...task,
            ...once,
            id: occurrenceId,
            description,
            collectionId,
            sectionId,
            parentId: null,
            seriesId: id,
            createdAt: at,
            updatedAt: at,
            completedAt: at,
          });
        }
        const moved = { ...task, ...daily.columns, cycleAt: at, updatedAt: at };
        if (renews === 1) {
          moved.deadline = later(task.deadline, daily.by);
          moved.description = unticked(task.description);
          const until = due.slice(0, 10) > today.slice(0, 10) ? due.slice(0, 10) : today.slice(0, 10);
          this.#moveBelow(id, daily.by, until, today, at);
        }
        this.task.set(id, moved);
        return null;
      }
      case 'task.turn': {
        const { id, occurrenceId = null, isThere = 0, changes, below = [], at } = mutation.args;
        const task = this.task.get(id);
        if (!task || !this.isThere(task)) return 'GONE';
        const turned = { ...task, ...changes, updatedAt: at };
        if (unticked(turned.description) !== unticked(task.description)) turned.description = task.description; // prettier-ignore
        if (turned.parentId === null || turned.completedAt === null) turned.doneIn = null;
        if (!this.isThere(turned)) return 'COLLECTION_GONE';
        const occurrence = this.task.get(occurrenceId ?? '');
        const isKept = this.isKept('task', occurrenceId ?? '');
        if (occurrenceId !== null && isThere === 1 && !isKept) return 'GONE';
        if (occurrence?.seriesId === id && isKept) {
          const args = { id: occurrence.id, collectionId: occurrence.collectionId, at };
          const name = isThere === 1 ? 'task.restore' : 'task.delete';
          const rejected = this.apply({ id: mutation.id, name, args }, now);
          if (rejected) return rejected;
        }
        this.#setTask(turned);
        if (turned.cycleAt === task.cycleAt) return null;
        for (const step of below) {
          const other = this.task.get(step.id);
          const isBelow = other && this.above(other).some((each) => each.id === id);
          const isDeletedBetween = [other, ...(other ? this.above(other) : [])].some((each) => each && each.deletedAt !== null); // prettier-ignore
          if (isBelow && !isDeletedBetween && isMoving(other))
            this.#setTask({ ...turnedBack(other, step, task.cycleAt), updatedAt: at });
        }
        return null;
      }
      case 'task.delete':
        return this.#delete(this.task, mutation.args, now, (task) => this.isThere(task));
      case 'task.restore': {
        const { id, collectionId, at } = mutation.args;
        const task = this.task.get(id);
        if (!task || this.isGoneWithOthers(task)) return 'GONE';
        if (this.isThere(task)) return null;
        const parent = this.task.get(task.parentId ?? '');
        if (parent && this.isThere(parent) && this.placeTask(id, parent.id) !== 'TOO_DEEP') {
          this.task.set(id, { ...task, deletedAt: null, updatedAt: at });
          return null;
        }
        const isMoved = collectionId !== task.collectionId || task.parentId !== null;
        if ((task.completedAt === null || isMoved) && !isLive(collectionId)) return 'COLLECTION_GONE';
        const done = this.#doneBelow(task, null);
        this.task.set(id, { ...task, collectionId, parentId: null, ...done, deletedAt: null, updatedAt: at });
        return null;
      }
      case 'task.purge': {
        const { id } = mutation.args;
        const task = this.task.get(id);
        if (!task || task.deletedAt === null || !this.isKept('task', id)) return null;
        this.task.set(id, { ...task, name: '', description: '' });
        this.#deletedSince.set(id, now);
        return null;
      }
      case 'setting.set': {
        const { id, value = '', at } = mutation.args;
        const isChosen = this.setting.has(id) ? this.setting.get(id)?.value === value : value === '';
        if (!isChosen) this.setting.set(id, { id, value, updatedAt: at, deletedAt: null });
        return null;
      }
      case 'dismissal.add': {
        const { id, wording, language, at } = mutation.args;
        const isKept = this.dismissal.get(id)?.deletedAt === null;
        if (!isKept) this.dismissal.set(id, { id, wording, language, createdAt: at, deletedAt: null });
        return null;
      }
      case 'dismissal.remove':
        return this.#delete(this.dismissal, mutation.args, now, ({ deletedAt }) => deletedAt === null);
      case 'reminder.add': {
        const { id, at, ...values } = mutation.args;
        if (this.reminder.has(id)) return null;
        const task = this.task.get(values.taskId);
        if (!task || !this.isThere(task)) return 'GONE';
        const defaults = { remindAt: null, minutesBefore: null, snoozes: null };
        this.reminder.set(id, { ...defaults, ...values, id, createdAt: at, deletedAt: null });
        return null;
      }
      case 'reminder.delete':
        return this.#delete(this.reminder, mutation.args, now, ({ deletedAt }) => deletedAt === null);
      case 'reminder.restore': {
        const { id } = mutation.args;
        const reminder = this.reminder.get(id);
        if (!reminder) return 'REMINDER_GONE';
        this.reminder.set(id, { ...reminder, deletedAt: null });
        return null;
      }
      case 'proposal.add': {
        const { id, at, ...values } = mutation.args;
        const undecided = { reason: '', accepted: '', declined: '', used: '', deletedAt: null };
        if (!this.isKept('proposal', id))
          this.proposal.set(id, { ...undecided, ...values, id, createdAt: at });
        return null;
      }
      case 'proposal.delete':
        return this.#delete(this.proposal, mutation.args, now, ({ deletedAt }) => deletedAt === null);
      case 'proposal.restore': {
        const proposal = this.proposal.get(mutation.args.id);
        if (!proposal || !this.isKept('proposal', proposal.id)) return 'PROPOSAL_GONE';
        this.proposal.set(proposal.id, { ...proposal, deletedAt: null });
        return null;
      }
      case 'proposal.decide': {
        const { id, accept = '', decline = '', reopen = '' } = mutation.args;
        const proposal = this.proposal.get(id);
        if (proposal?.deletedAt !== null) return null;
        const listOf = (set: string) => set.split(' ').filter((item) => item !== '');
        const accepted = new Set(listOf(proposal.accepted));
        const declined = new Set(listOf(proposal.declined));
        for (const item of listOf(reopen)) for (const set of [accepted, declined]) set.delete(item);
        const used = listOf(proposal.used);
        const isTakenBack = (item: string) =>
          used.includes(item) && !listOf(proposal.accepted).includes(item) && !listOf(reopen).includes(item);
        const accepting = listOf(accept).filter((item) => !isTakenBack(item));
        for (const item of accepting) accepted.add(item);
        for (const item of listOf(decline)) declined.add(item);
        for (const item of accepted) declined.delete(item);
        const textOf = (items: Iterable<string>) => [...new Set(items)].toSorted().join(' ');
        const sets = {
          accepted: textOf(accepted),
          declined: textOf(declined),
          used: textOf([...used, ...accepting]),
        };
        this.proposal.set(id, { ...proposal, ...sets });
        return null;
      }
    }
  }

  /**
   * True when the device means a past time of a repeating task above. The row of that time then gets the mark in the
   * line of the task, and the task keeps it for when that time comes back.
   */
  #isOver(task: Task, args: MutatorArgs<'task.complete'>, mark: 'x' | ' '): boolean {
    const { seriesId = null, due = null, cycleAt = null, at } = args;
    const series = this.above(task).find(({ id, repeat }) => id === seriesId && repeat !== null);
    if (!series || due === null) return false;
    const present = series.repeatDue ?? series.date;
    if (present === null || present === due || this.cycleOf(task.parentId) === cycleAt) return false;
    const time = this.task.get(occurrenceIdOf(series.id, due));
    const wasMissing =
      time?.seriesId !== series.id || time.deletedAt !== null || !this.isKept('task', time.id);
    if (wasMissing && due > present) return false;
    const isOfTime = task.completedAt !== null && task.doneIn === cycleAt;
    const isOlder = task.completedAt === null || (task.doneIn ?? 0) < (cycleAt ?? 0);
    if (mark === ' ' && isOfTime)
      this.task.set(task.id, { ...task, completedAt: null, doneIn: null, updatedAt: at });
    if (mark === 'x' && isOlder && !this.isDone(task))
      this.task.set(task.id, { ...task, completedAt: at, doneIn: cycleAt, updatedAt: at });
    if (wasMissing || task.parentId !== series.id) return true;
    const lines = time.description.split('\n');
    const place = lines.lastIndexOf(`- [${mark === 'x' ? ' ' : 'x'}] ${task.name}`);
    lines[place] = `- [${mark}] ${task.name}`;
    if (place >= 0) this.task.set(time.id, { ...time, description: lines.join('\n'), updatedAt: at });
    return true;
  }

  /** Sets a task. Without a date it has no time and no repeat, and without a time no zone. */
  #setTask(task: Task): void {
    const values = { ...task };
    if (values.date === null) [values.time, values.repeat] = [null, null];
    if (values.time === null) values.zone = null;
    if (values.repeat === null)
      [values.repeatFrom, values.repeatStart, values.repeatDue] = ['date', null, null];
    this.task.set(task.id, values);
  }

  #applyPlain({ name, args }: PlainMutation, now: number): RejectionCode | null {
    const [table, action] = partsOf(name);
    const { gone, taken, defaults } = plainTable(table);
    const { id, at, changes = {}, ...values } = args as PlainArgs;
    const rows = this[table] as Map<string, AnyRow>;
    const row = rows.get(id);
    const isTaken = (text: unknown) => taken !== null && this.isTaken(table, String(text), id);
    switch (action) {
      case 'add':
        if (this.isKept(table, id)) return null;
        if (isTaken(values['name'])) return taken;
        rows.set(id, { ...defaults, ...values, id, createdAt: at, deletedAt: null });
        return null;
      case 'edit':
        if (row?.deletedAt !== null) return gone;
        if (changes['name'] !== undefined && isTaken(changes['name'])) return taken;
        rows.set(id, { ...row, ...changes });
        return null;
      case 'delete':
        return this.#delete(rows, { id, at }, now, ({ deletedAt }) => deletedAt === null);
      case 'restore':
        if (!row || !this.isKept(table, id)) return gone;
        if (row.deletedAt === null) return null;
        if (isTaken(row['name'])) return taken;
        rows.set(id, { ...row, deletedAt: null });
        return null;
    }
  }

  #delete<Row extends AnyRow>(
    rows: Map<string, Row>,
    { id, at }: { readonly id: string; readonly at: number },
    now: number,
    isThere: (row: Row) => boolean,
  ): null {
    const row = rows.get(id);
    if (!row || !isThere(row)) return null;
    rows.set(id, { ...row, deletedAt: at });
    this.#deletedSince.set(id, now);
    return null;
  }

  /** The next day by the simulation's only rule: every day, counted from the date, without a time of its own. */
  #nextDay({ repeat, repeatFrom, repeatStart, repeatDue, date, time }: Task, today: string) {
    const due = (repeatDue ?? date)?.slice(0, 10) as CalendarDay | undefined;
    if (repeat !== 'FREQ=DAILY' || repeatFrom !== 'date' || due === undefined) return null;
    let next = addDays(due, 1);
    const isPast = () => (time === null ? next < today.slice(0, 10) : `${next}T${time}` < today);
    while (isPast()) next = addDays(next, 1);
    const columns = { date: next, repeatStart: repeatStart?.slice(0, 10) ?? due, repeatDue: next };
    return { due, columns, by: daysBetween(due, next) };
  }

  /**
   * Moves the days of a task's descendants by this many days. A repeating descendant follows its own rule if it is due
   * up to `until`.
   */
  #moveBelow(parentId: string, by: number, until: string, today: string, at: number): void {
    const children = [...this.task.values()].filter((task) => task.parentId === parentId);
    for (const task of children.filter(({ deletedAt }) => deletedAt === null)) {
      const daily = task.completedAt === null ? this.#nextDay(task, today) : null;
      if (daily && daily.due > until) continue;
      const own = daily ? daily.by : by;
      const cycleAt = daily || task.cycleAt !== null ? at : null;
      const columns = { ...(daily ? daily.columns : { date: later(task.date, by) }), cycleAt };
      if (isMoving(task) && (cycleAt !== null || by !== 0))
        this.task.set(task.id, { ...task, ...columns, deadline: later(task.deadline, own), updatedAt: at });
      this.#moveBelow(task.id, own, until, today, at);
    }
  }

  #doneBelow(task: Task, parentId: string | null): Pick<Task, 'completedAt' | 'doneIn'> {
    if (!this.isDone(task)) return { completedAt: null, doneIn: null };
    return { completedAt: task.completedAt, doneIn: this.cycleOf(parentId) };
  }
}

/** True for a task that moves with a repeating task above it. */
function isMoving({ date, deadline, cycleAt }: Task): boolean {
  return date !== null || deadline !== null || cycleAt !== null;
}

function later(day: CalendarDay | null, by: number): CalendarDay | null {
  return day === null ? null : addDays(day, by);
}

/** The task below one that turns, with the columns that no other device has changed since `left`. */
function turnedBack(
  task: Task,
  { changes, left = {} }: NonNullable<MutatorArgs<'task.turn'>['below']>[number],
  cycleAt: number | null,
): Task {
  const now: Readonly<Record<string, unknown>> = task;
  const changed = Object.entries(left)
    .filter(([name, value]) => now[name] !== value && task.updatedAt !== cycleAt)
    .map(([name]) => name)
    .filter((name) => name !== 'cycleAt' || task.cycleAt !== cycleAt);
  const ofRepeat = ['date', 'repeat', 'repeatStart', 'repeatDue'];
  if (task.repeat !== null && changed.some((name) => ofRepeat.includes(name))) changed.push(...ofRepeat);
  return {
    ...task,
    ...Object.fromEntries(Object.entries(changes).filter(([name]) => !changed.includes(name))),
  };
}

/** Opens the boxes in notes. Notes of the simulation have boxes only at the start of a line. */
function unticked(notes: string): string {
  return notes.replaceAll(/^- \[x\]/gm, '- [ ]');
}
