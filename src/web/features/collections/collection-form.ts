import type { ColorHex } from '#src/domain/colors.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { cleanName } from '#src/web/ui/clean-text.ts';

export interface CollectionDraft {
  readonly name: string;
  readonly color: ColorHex | null;
}

export const EMPTY_COLLECTION: CollectionDraft = { name: '', color: null };

/** What is wrong with each field (specification, section 5); null when nothing is. */
export function checkCollection({ name, color }: CollectionDraft) {
  const length = cleanName(name).length;
  const tooLong =
    length > LIMITS.collectionName ? `At most ${LIMITS.collectionName} characters, please` : null;
  return {
    name: length === 0 ? 'Please enter a Collection Name' : tooLong,
    color: color === null ? 'Please select a Color' : null,
  };
}

/** What to store; null while something is wrong. */
export function toCollection(draft: CollectionDraft): { name: string; color: ColorHex } | null {
  const errors = checkCollection(draft);
  if (draft.color === null || errors.name !== null) return null;
  return { name: cleanName(draft.name), color: draft.color };
}
