/** A block in a column, in minutes from its top: `to` is after `from`. */
export interface Block {
  readonly from: number;
  readonly to: number;
}

/** Where a block stands beside those that it overlaps: in lane `lane` of `lanes`, as wide as `width` of them. */
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
 * Lays blocks out so that none lies upon another: each in the first lane that is free when it begins, and as wide as the lanes beside it
 * are free meanwhile. Those that hang together by overlaps share the width of the column. In the order of `blocks`, which may have any.
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

/** `cluster`: blocks that hang together, by when they begin. */
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
