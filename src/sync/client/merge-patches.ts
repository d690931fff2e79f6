import type { RejectionCode } from '#src/domain/errors.ts';
import type { Patch } from '#src/sync/protocol.ts';
import { fits, type DevicePatch, type Load } from './device-store.ts';

export interface MergedPatch extends Omit<DevicePatch, 'settled' | 'rejections'> {
  readonly outcomes: ReadonlyMap<string, RejectionCode | null>;
  /** A patch is missing between the device's version and one of these, which was left out with all after it. */
  readonly hasGap: boolean;
}

/** Makes one patch of those that came, in order, for a device at `version`: later rows replace earlier ones. */
export function mergePatches(version: number, underWay: Load | null, patches: readonly Patch[]): MergedPatch {
  let load = underWay;
  let from = version;
  let to = version;
  const collections = new Map<string, Patch['collections'][number]>();
  const tasks = new Map<string, Patch['tasks'][number]>();
  const outcomes = new Map<string, RejectionCode | null>();
  const merged = (hasGap: boolean): MergedPatch => ({
    from,
    to,
    load,
    collections: [...collections.values()],
    tasks: [...tasks.values()],
    outcomes,
    hasGap,
  });
  for (const patch of patches) {
    if (patch.from > to) return merged(true);
    for (const outcome of patch.outcomes) outcomes.set(outcome.id, outcome.rejection);
    if (!fits(patch, to)) continue;
    if (patch.from === 0) {
      from = 0;
      collections.clear();
      tasks.clear();
    }
    for (const row of patch.collections) collections.set(row.id, row);
    for (const row of patch.tasks) tasks.set(row.id, row);
    to = patch.to;
    load = loadAfter(patch, load);
  }
  return merged(false);
}

function loadAfter({ from, rest }: Patch, before: Load | null): Load | null {
  // A server of before there were pages does not say that none is left.
  if (!rest) return null;
  return { loadedAt: from === 0 ? rest.version : (before?.loadedAt ?? 0), missing: rest.tasks };
}
