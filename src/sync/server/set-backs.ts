import type { SetBack } from '#src/sync/protocol.ts';

/** So many are kept of a space: each patch from 0 tells all of them. */
export const MOST_SET_BACKS = 20;

/** What the column `set_backs` of a space holds. */
export function readSetBacks(json: string | undefined): readonly SetBack[] {
  return JSON.parse(json ?? '[]') as SetBack[];
}

/** These and one more. Two become one where nothing was written between them, or they are too many: a device between them then compares its rows, and loses none. */
export function withSetBack(setBacks: readonly SetBack[], next: SetBack): readonly SetBack[] {
  const last = setBacks.at(-1);
  if (last?.to === next.from) return [...setBacks.slice(0, -1), { ...last, to: next.to }];
  const [first, second, ...others] = setBacks;
  if (setBacks.length < MOST_SET_BACKS || !first || !second) return [...setBacks, next];
  return [{ ...first, to: second.to }, ...others, next];
}
