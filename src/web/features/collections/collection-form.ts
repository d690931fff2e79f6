import type { Collection } from '#src/domain/collection.ts';
import { COLORS, type ColorHex } from '#src/domain/colors.ts';
import type { Draft } from '#src/web/feedback/drafts.ts';
import type { MutatorArgs } from '#src/mutators/index.ts';
import { cleanName } from '#src/domain/clean-text.ts';
import { checkCollectionName } from '#src/web/ui/collection-name.ts';

/** The fields as they stand in the form. */
export interface CollectionDraft {
  readonly name: string;
  /** Null while none is selected. */
  readonly color: ColorHex | null;
  /** The id of the one below which it stands; empty for none. */
  readonly parentId: string;
}

export type CollectionFields = Pick<Collection, 'name' | 'color' | 'parentId'>;
export type CollectionChanges = MutatorArgs<'collection.edit'>['changes'];

export const EMPTY_COLLECTION: CollectionDraft = { name: '', color: null, parentId: '' };

export function draftOf({ name, color, parentId }: Collection): CollectionDraft {
  return { name, color, parentId: parentId ?? '' };
}

/**
 * What is wrong with each field (specification, section 5); null when nothing is. `takenName`: the one that was rejected,
 * since another collection has it.
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

/** What was typed before, of which a colour is one of today's or none. */
export function readDraft({ name, color, parentId }: Draft): Partial<CollectionDraft> {
  const hex = COLORS.find((each) => each.hex === color)?.hex;
  return {
    ...(name !== undefined && { name }),
    ...(hex && { color: hex }),
    ...(parentId !== undefined && { parentId }),
  };
}

/** What to store. Only for a draft that nothing is wrong with. */
export function toCollection({ name, color, parentId }: CollectionDraft): CollectionFields {
  if (color === null) throw new Error('toCollection needs a draft with a color.');
  return { name: cleanName(name), color, parentId: parentId || null };
}

/** The fields in which `fields` differs from `collection`: an edit names only what it changes. */
export function changesOf(collection: CollectionFields, fields: CollectionFields): CollectionChanges {
  return {
    ...(fields.name !== collection.name && { name: fields.name }),
    ...(fields.color !== collection.color && { color: fields.color }),
    ...(fields.parentId !== collection.parentId && { parentId: fields.parentId }),
  };
}
