import type { Span } from '#src/domain/quick-add/types.ts';
import type { TaskDraft } from '#src/web/features/tasks/dialog/task-form.ts';

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
  /** What was set by hand, and is not set by the line any more. */
  readonly byHand: ReadonlySet<keyof TaskDraft>;
  readonly created: readonly NewName[];
}

export const NEW_LINE: LineState = { kept: [], byHand: new Set(), created: [] };
