import { LIMITS } from '#src/domain/limits.ts';
import { mergeLines } from './merge-lines.ts';

/**
 * Merges a task's notes after one change (`mine`) and other changes (`theirs`) of the same `base`. Null if
 * the user has to choose: both changed the same lines, or the result would exceed the limit.
 */
export function mergeNotes(base: string, theirs: string, mine: string): string | null {
  if (theirs === base) return mine;
  const merged = mergeLines(base, theirs, mine);
  return merged === null || merged.length > LIMITS.taskDescription ? null : merged;
}
