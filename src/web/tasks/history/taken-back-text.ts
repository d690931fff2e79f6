import type { Kept } from '#src/reading/history/take-back.ts';
import type { TookBack } from '#src/web/data/take-back.ts';
import { formatCount } from '#src/web/platform/format-count.ts';

const REASONS: Readonly<Record<Kept['why'], readonly [one: string, many: string]>> = {
  changed: ['was changed again since', 'were changed again since'],
  gone: ['was deleted for good', 'were deleted for good'],
  home: ['is in a deleted collection', 'are in deleted collections'],
};

/** The words for taking back: that it is done, and what stays with the reasons. `stays` is empty if nothing does. */
export function takenBackText({ kept, rejected }: Pick<TookBack, 'kept' | 'rejected'>): {
  readonly done: string;
  readonly stays: string;
} {
  const parts = (['changed', 'gone', 'home'] as const).flatMap((why) => {
    const { size } = new Set(kept.filter((each) => each.why === why).map(({ id }) => id));
    return size === 0 ? [] : `${formatCount(size)} ${REASONS[why][size === 1 ? 0 : 1]}`;
  });
  if (rejected.length > 0) parts.push(`${formatCount(rejected.length)} cannot be brought back now`);
  const stays = parts.length === 0 ? '' : `Not taken back: ${new Intl.ListFormat('en-GB').format(parts)}.`;
  return { done: 'Taken back', stays };
}
