import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { layOut, type Block } from './overlap.ts';

const anyBlocks = fc.array(
  fc
    .tuple(fc.integer({ min: 0, max: 95 }), fc.integer({ min: 1, max: 40 }))
    .map(([start, length]) => ({ from: start * 15, to: start * 15 + length * 15 })),
  { maxLength: 30, size: 'max' },
);

const overlaps = (a: Block, b: Block) => a.from < b.to && b.from < a.to;

test('[V7] no two blocks of a day overlap, and all are within the column', () => {
  fc.assert(
    fc.property(anyBlocks, (blocks) => {
      const placed = layOut(blocks);
      expect(placed).toHaveLength(blocks.length);
      // One expectation for all pairs: separate ones would be too many.
      const isWithin = placed.every(
        ({ lane, lanes, width }) => lane >= 0 && width > 0 && lane + width <= lanes,
      );
      const isApart = placed.every(({ lane, lanes, width }, index) =>
        placed.every((its, other) => {
          if (other === index || !overlaps(blocks[index]!, blocks[other]!)) return true;
          // Both use the same scale, and share no lane.
          return its.lanes === lanes && (lane + width <= its.lane || its.lane + its.width <= lane);
        }),
      );
      expect([isWithin, isApart]).toEqual([true, true]);
    }),
    { numRuns: 500 },
  );
});

test('[V7] there are at most as many lanes as simultaneous blocks, and a lone block has the full width', () => {
  fc.assert(
    fc.property(anyBlocks, (blocks) => {
      for (const [index, { lanes, lane, width }] of layOut(blocks).entries()) {
        const beside = blocks.filter((other, at) => at !== index && overlaps(other, blocks[index]!));
        expect(beside.length === 0 ? [lane, width, lanes] : [0, 1, 1]).toEqual([0, 1, 1]);
        const most = Math.max(
          ...blocks.map(({ from }) => blocks.filter((other) => other.from <= from && from < other.to).length),
        );
        expect(lanes).toBeLessThanOrEqual(most);
      }
    }),
  );
});

test('[V7] a block uses the free lanes beside it', () => {
  const hour = (from: number, to: number) => ({ from: from * 60, to: to * 60 });
  expect(layOut([hour(9, 12), hour(9, 10), hour(9, 10), hour(10, 11)])).toEqual([
    { lane: 0, lanes: 3, width: 1 },
    { lane: 1, lanes: 3, width: 1 },
    { lane: 2, lanes: 3, width: 1 },
    { lane: 1, lanes: 3, width: 2 },
  ]);
  expect(layOut([hour(9, 10), hour(10, 11)])).toEqual([
    { lane: 0, lanes: 1, width: 1 },
    { lane: 0, lanes: 1, width: 1 },
  ]);
});
