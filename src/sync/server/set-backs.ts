import type { SetBack } from '#src/sync/protocol.ts';

/** The most set-backs of a space: each patch from 0 tells all of them. */
export const MOST_SET_BACKS = 20;

/** Reads the column `set_backs` of a space. */
export function readSetBacks(json: string | undefined): readonly SetBack[] {
  return JSON.parse(json ?? '[]') as SetBack[];
}

/**
 * The set-backs with one more. Two become one when nothing was written between them, or when there are too many. A
 * device between the two then compares its rows, and loses none.
 */
export function withSetBack(setBacks: readonly SetBack[], next: SetBack): readonly SetBack[] {
  const last = setBacks.at(-1);
  if (last?.to === next.from) return [...setBacks.slice(0, -1), { ...last, to: next.to }];
  const [first, second, ...others] = setBacks;
  if (setBacks.length < MOST_SET_BACKS || !first || !second) return [...setBacks, next];
  return [{ ...first, to: second.to }, ...others, next];
}
