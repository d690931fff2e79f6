import type { Span } from '#src/domain/quick-add/types.ts';
import type { TaskDraft } from '#src/web/features/tasks/draft/task-form.ts';

/** What a line says of a task, as the user is shown it. */
export interface Reading {
  /** The line that was read. */
  readonly text: string;
  /** What the task will be called. */
  readonly name: string;
  readonly items: readonly ReadItem[];
  /** What it makes of the fields of a task, but for its name. */
  readonly changes: Partial<TaskDraft>;
  /** A collection that comes into being with the task. */
  readonly newCollection: NewName | null;
}

/** Some words, and what they were understood as. Items do not overlap, and stand in the order of the text. */
export interface ReadItem extends Span {
  readonly words: string;
  /** Their meaning in full: `Sat, 6 June, every 2 weeks`. */
  readonly meaning: string;
}

/** What becomes of a form when some of its fields are picked. */
export interface PickedFields {
  /** The fields to set. The line is one of them, as `name`, where words of it leave. */
  readonly fields: Partial<TaskDraft>;
  /** Words that were text in the line beside those that leave, and stay text without them. */
  readonly text: readonly string[];
}

/** A collection, section or label that is there once the task is added. */
export interface NewName {
  readonly kind: 'collection' | 'section' | 'label';
  readonly id: string;
  readonly name: string;
  /** The collection that a section divides. */
  readonly collectionId?: string;
}

/** What the user has done to a line beside typing it. */
export interface LineState {
  /** Wordings that are text in this line alone. */
  readonly kept: readonly string[];
  /** Fields that the line does not set: words for them are text. */
  readonly byHand: ReadonlySet<keyof TaskDraft>;
  /** Fields that were picked: a word that says them in full replaces the pick, but no day that only follows from a time or a repeat. */
  readonly picked: ReadonlySet<keyof TaskDraft>;
  readonly created: readonly NewName[];
}

export const NEW_LINE: LineState = { kept: [], byHand: new Set(), picked: new Set(), created: [] };
