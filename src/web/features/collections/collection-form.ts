import type { Collection } from '#src/tables/collection/collection.ts';
import { COLORS, type ColorHex } from '#src/domain/colors.ts';
import type { Draft } from '#src/web/feedback/drafts.ts';
import type { MutatorArgs } from '#src/tables/operations.ts';
import { cleanName } from '#src/domain/clean-text.ts';
import { checkCollectionName } from '#src/web/ui/collection-name.ts';

/** The fields of the form. */
export interface CollectionDraft {
  readonly name: string;
  /** Null before the user selects one. */
  readonly color: ColorHex | null;
  /** The id of the parent; empty for none. */
  readonly parentId: string;
}

export type CollectionFields = Pick<Collection, 'name' | 'color' | 'parentId'>;
export type CollectionChanges = MutatorArgs<'collection.edit'>['changes'];

export const EMPTY_COLLECTION: CollectionDraft = { name: '', color: null, parentId: '' };

export function draftOf({ name, color, parentId }: Collection): CollectionDraft {
  return { name, color, parentId: parentId ?? '' };
}

/**
 * The problems by field (specification, section 5); null for a valid one. `takenName`: the name that was
 * rejected, since another collection has it.
 */
export function checkCollection(
  { name, color }: Omit<CollectionDraft, 'parentId'>,
  takenName: string | null,
) {
  return {
    name: checkCollectionName(cleanName(name), takenName),
    color: color === null ? 'Please select a Color' : null,
    parentId: null,
  };
}

/** The earlier draft, with a color only if it is one of today's. */
export function readDraft({ name, color, parentId }: Draft): Partial<CollectionDraft> {
  const hex = COLORS.find((each) => each.hex === color)?.hex;
  return {
    ...(name !== undefined && { name }),
    ...(hex && { color: hex }),
    ...(parentId !== undefined && { parentId }),
  };
}

/** The fields to store. Only for a valid draft. */
export function toCollection({ name, color, parentId }: CollectionDraft): CollectionFields {
  if (color === null) throw new Error('toCollection needs a draft with a color.');
  return { name: cleanName(name), color, parentId: parentId || null };
}

/** The fields of `fields` that differ from `collection`: an edit names only its changes. */
export function changesOf(collection: CollectionFields, fields: CollectionFields): CollectionChanges {
  return {
    ...(fields.name !== collection.name && { name: fields.name }),
    ...(fields.color !== collection.color && { color: fields.color }),
    ...(fields.parentId !== collection.parentId && { parentId: fields.parentId }),
  };
}
