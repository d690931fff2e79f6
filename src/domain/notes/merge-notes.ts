import { LIMITS } from '#src/domain/limits.ts';
import { mergeLines } from './merge-lines.ts';

/**
 * The notes of a task after one change (`mine`) was made from `base` while others made `theirs` of it. Null where the user has to choose:
 * both changed the same lines, or the two together are longer than notes may be.
 */
export function mergeNotes(base: string, theirs: string, mine: string): string | null {
  if (theirs === base) return mine;
  const merged = mergeLines(base, theirs, mine);
  return merged === null || merged.length > LIMITS.taskDescription ? null : merged;
}
