import type { RejectionCode } from '#src/domain/errors.ts';
import { isThere } from '#src/tables/task/task.ts';
import type { Mutation, Operation } from '#src/tables/operations.ts';
import type { Rejection } from '#src/sync/client/storage/device-store.ts';
import { tableOf } from '#src/web/words/verbs.ts';
import { WORDS } from '#src/web/words/words.ts';
import type { Lookup } from './describe-mutation.ts';
import { givenValues, withValues, type Values } from './given-values.ts';

/** The reasons why a row cannot be at the wanted place, and what has to change first. */
const REASONS: Partial<Record<RejectionCode, string>> = {
  CIRCLE: 'It is now above the place that it was moved to. Move that away first and retry',
  TOO_DEEP: 'Its new place is now too many levels deep. Move the levels above it up and retry',
  SUBTASK_LIMIT: 'The task above it has 1,000 sub-tasks now. Retry once it has fewer',
};

/** The id of the row above the wanted place. */
export function parentOf(mutation: Mutation): string | null {
  return givenValues(mutation).parentId ?? null;
}

/** True for a mutation that was rejected because of its place, so that the row may be at the top instead. */
export function isMisplaced({ mutation, code }: Rejection): boolean {
  return parentOf(mutation) !== null && REASONS[code] !== undefined;
}

/** True when the mutation puts a task below one that is not there. */
export function isParentGone(mutation: Mutation, lookup: Lookup): boolean {
  const parentId = tableOf(mutation.name) === 'task' ? parentOf(mutation) : null;
  if (parentId === null) return false;
  const parent = lookup.task(parentId);
  return parent === undefined || !isThere(parent, lookup);
}

/** The same mutation, with the row at the top. */
export function apart(mutation: Mutation, at: number): Operation {
  return withValues(mutation, byItself, at);
}

/** Drops the place too, since it was one below the parent. */
function byItself(values: Values): Values {
  const { place: _, ...rest } = values;
  return { ...rest, parentId: null };
}

export function misplacedText({ mutation, code }: Rejection): string {
  return `${REASONS[code]}, or ${WORDS[tableOf(mutation.name)].toTop}.`;
}

export function parentGoneText(mutation: Mutation, lookup: Lookup): string {
  return lookup.rejectedAdd(parentOf(mutation) ?? '')
    ? 'The task above was not added. This change is sent with it, unless you make it a task of its own.'
    : 'The task above was deleted. Restore that from the trash and retry, or make it a task of its own.';
}
