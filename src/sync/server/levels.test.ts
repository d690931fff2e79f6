import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MOST_ABOVE } from '#src/tables/kit/row.ts';
import { Levels } from './levels.ts';

const IDS = Array.from({ length: 12 }, (_, i) => String(i));
const NONE: ReadonlySet<string> = new Set();

/** A tree of rows, and its levels. */
class Tree {
  readonly below = new Map<string, Set<string>>();
  readonly levels = new Levels((id) => this.below.get(id) ?? NONE);
  readonly #above = new Map<string, string>();

  /** Moves a row below another or to the top, but never below itself. */
  move(id: string, above: string | null): void {
    for (let at = above; at !== null; at = this.#above.get(at) ?? null) if (at === id) return;
    const before = this.#above.get(id);
    if (before !== undefined) {
      this.below.get(before)?.delete(id);
      this.levels.change(before);
    }
    this.#above.delete(id);
    if (above === null) return;
    this.#above.set(id, above);
    this.below.set(above, (this.below.get(above) ?? new Set()).add(id));
    this.levels.change(above);
  }

  naive(id: string, most = MOST_ABOVE): number {
    const below = most > 0 ? [...(this.below.get(id) ?? NONE)] : [];
    return Math.max(0, ...below.map((each) => 1 + this.naive(each, most - 1)));
  }
}

test('the counted levels are right after any moves', () => {
  const id = fc.constantFrom(...IDS);
  const step = fc.record({ id, above: fc.option(id), asked: fc.array(id, { maxLength: 3 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80, size: 'max' }), (steps) => {
      const tree = new Tree();
      for (const { id: moved, above, asked } of steps) {
        tree.move(moved, above);
        for (const each of asked) expect(tree.levels.of(each)).toBe(tree.naive(each));
      }
      for (const each of IDS) expect(tree.levels.of(each)).toBe(tree.naive(each));
    }),
    { numRuns: 500 },
  );
});

test('a row is gone through once, and again only after a change below it', () => {
  const tree = new Tree();
  for (let n = 0; n < 10; n++) {
    tree.move(`branch ${n}`, 'root');
    for (let leaf = 0; leaf < 100; leaf++) tree.move(`leaf ${n} ${leaf}`, `branch ${n}`);
  }
  for (let times = 0; times < 500; times++) {
    expect(tree.levels.of('root')).toBe(2);
    tree.move('root', times % 2 === 0 ? 'one' : 'other');
  }
  expect(tree.levels.visited).toBe(1_010);

  tree.move('leaf 0 0', 'branch 1');
  expect(tree.levels.of('root')).toBe(2);
  expect(tree.levels.visited).toBe(1_010 + 10 + 99 + 101);
});
