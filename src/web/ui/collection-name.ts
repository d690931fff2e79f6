import { REJECTIONS } from '#src/domain/errors.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { tooLong } from '#src/web/ui/fields/too-long.ts';

/** What is wrong with a clean name of a collection (specification, section 5); `takenName`: one that another has. */
export function checkCollectionName(name: string, takenName: string | null): string | null {
  if (name === '') return 'Please enter a Collection Name';
  if (name === takenName) return REJECTIONS.DUPLICATE_COLLECTION;
  return tooLong(name, LIMITS.collectionName);
}
