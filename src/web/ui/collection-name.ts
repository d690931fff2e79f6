import { REJECTIONS } from '#src/domain/errors.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { tooLong } from '#src/web/ui/fields/too-long.ts';

/**
 * The problem with a cleaned name of a collection, or null (specification, section 5). `takenName`: the name
 * of another one.
 */
export function checkCollectionName(name: string, takenName: string | null): string | null {
  if (name === '') return 'Please enter a Collection Name';
  if (name === takenName) return REJECTIONS.DUPLICATE_COLLECTION;
  return tooLong(name, LIMITS.collectionName);
}
