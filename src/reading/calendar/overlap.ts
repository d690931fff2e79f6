/** A block in a column, in minutes from its top: `to` is after `from`. */
export interface Block {
  readonly from: number;
  readonly to: number;
}

/**
 * The place of a block beside the blocks that it overlaps: it begins in lane `lane` of `lanes`, and is
 * `width` lanes wide.
 */
interface Lane {
  readonly lane: number;
  readonly lanes: number;
  readonly width: number;
}

interface Placed extends Block {
  lane: number;
  lanes: number;
  width: number;
}

/**
 * Lays blocks out without overlaps: each in the first lane that is free when it begins, and across the lanes
 * beside it that stay free. Blocks that are connected by overlaps share the width of the column. The result
 * is in the order of `blocks`, which is arbitrary.
 */
export function layOut(blocks: readonly Block[]): readonly Lane[] {
  const placed = blocks.map(({ from, to }): Placed => ({ from, to, lane: 0, lanes: 1, width: 1 }));
  let cluster: Placed[] = [];
  let end = -Infinity;
  for (const block of placed.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (block.from >= end) {
      placeCluster(cluster);
      cluster = [];
    }
    cluster.push(block);
    end = Math.max(end, block.to);
  }
  placeCluster(cluster);
  return placed.map(({ lane, lanes, width }) => ({ lane, lanes, width }));
}

/** `cluster`: blocks that are connected by overlaps, in the order of their beginnings. */
function placeCluster(cluster: readonly Placed[]): void {
  const lanes: Placed[][] = [];
  for (const block of cluster) {
    const free = lanes.findIndex((lane) => lane.every(({ to }) => to <= block.from));
    block.lane = free < 0 ? lanes.length : free;
    (lanes[block.lane] ??= []).push(block);
  }
  for (const block of cluster) {
    const isTaken = (lane: readonly Placed[]) =>
      lane.some((other) => other.from < block.to && block.from < other.to);
    const next = lanes.findIndex((lane, index) => index > block.lane && isTaken(lane));
    block.lanes = lanes.length;
    block.width = (next < 0 ? lanes.length : next) - block.lane;
  }
}
