import type { ColorHex } from '#src/domain/colors.ts';
import type { Span } from '#src/domain/quick-add/types.ts';
import type { TaskDraft } from '#src/web/features/tasks/draft/task-form.ts';

/** The result of reading a line, as the user sees it. */
export interface Reading {
  /** The line that was read. */
  readonly text: string;
  /** The name that the task will get. */
  readonly name: string;
  readonly items: readonly ReadItem[];
  /** The fields that the line sets, without the name. */
  readonly changes: Partial<TaskDraft>;
  /** A collection that is created with the task. */
  readonly newCollection: NewName | null;
}

/** Some words and their meaning. Items do not overlap, and are in the order of the text. */
export interface ReadItem extends Span {
  readonly words: string;
  /** Their meaning in full: `Sat, 6 June, every 2 weeks`. */
  readonly meaning: string;
}

/** The effect of a pick on a form. */
export interface PickedFields {
  /** The fields to set. The line is one of them, as `name`, if words leave it. */
  readonly fields: Partial<TaskDraft>;
  /** Words that were text beside the removed words, and stay text without them. */
  readonly text: readonly string[];
}

/** A collection, section or label that is created with the task. */
export interface NewName {
  readonly kind: 'collection' | 'section' | 'label';
  readonly id: string;
  readonly name: string;
  /** The collection of a section. */
  readonly collectionId?: string;
  /** Left out for a color that follows from the id. */
  readonly color?: ColorHex;
}

/** The choices that the user made for a line, besides typing it. */
export interface LineState {
  /** Wordings that are text in this line alone. */
  readonly kept: readonly string[];
  /** Fields that the line does not set. Its words for them are text. */
  readonly byHand: ReadonlySet<keyof TaskDraft>;
  /** Fields that were picked. Words for a field replace its pick, but a day that only follows from a time or a repeat does not. */
  readonly picked: ReadonlySet<keyof TaskDraft>;
  readonly created: readonly NewName[];
}

export const NEW_LINE: LineState = { kept: [], byHand: new Set(), picked: new Set(), created: [] };
