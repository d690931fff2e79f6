import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { liveRow } from '#src/tables/kit/live-rows.ts';
import { anyMutations } from '#src/sync/testing/arbitrary-mutations.ts';
import { sampleId } from '#src/sync/testing/samples.ts';
import { exported, plan, rowsOf, run, viewAfter } from '#src/file/testing/import-harness.ts';
import { FILE_LISTS } from './data-file.ts';
import { ADJUSTED } from './import-plan.ts';
import { exportOf } from './export.ts';

/**
 * Matches a row with additional labels or sections: the file may contain those that a task names and that are
 * deleted here.
 */
function atLeast(row: object): unknown {
  const columns = Object.entries(row).map(([name, value]) => [
    name,
    name === 'labels' ? withThese(String(value)) : (value as unknown),
  ]);
  return expect.objectContaining(Object.fromEntries(columns));
}

const withThese = (labels: string): unknown => expect.stringMatching(labels.replaceAll(' ', '.*'));

describe('for any data', () => {
  test('an import into an empty account gives the same export', () => {
    fc.assert(
      fc.property(anyMutations(), (mutations) => {
        const file = exported(viewAfter(mutations));
        const other = viewAfter([]);
        const { operations, notes } = plan(file, other);
        run(operations, other);
        expect(notes).toEqual([]);
        expect(exported(other)).toEqual(file);
      }),
    );
  });

  test('[T8] the export has all existing tasks, including archived ones', () => {
    fc.assert(
      fc.property(anyMutations(), (mutations) => {
        const view = viewAfter(mutations);
        const ids = Array.from({ length: 7 }, (_, i) => sampleId('task', i + 1));
        const there = ids.filter((id) => liveRow(view, 'task', id));
        const { tasks, completedTasks } = exportOf(rowsOf(view));
        expect(new Set([...tasks, ...completedTasks].map(({ id }) => id))).toEqual(new Set(there));
      }),
      // Completed tasks in archived collections are rare.
      { numRuns: 1_000 },
    );
  });

  test('an import of the own export adds nothing', () => {
    fc.assert(
      fc.property(anyMutations(), (mutations) => {
        const view = viewAfter(mutations);
        const { operations, added } = plan(exported(view), view);
        expect({ operations, added }).toEqual({
          operations: [],
          added: Object.fromEntries(FILE_LISTS.map((list) => [list, 0])),
        });
      }),
    );
  });

  test('an import adds all distinct rows, without a rejection or a removal, and a second one adds nothing', () => {
    fc.assert(
      fc.property(anyMutations(), anyMutations(), (mine, theirs) => {
        const file = exported(viewAfter(theirs));
        const view = viewAfter(mine);
        const before = exportOf(rowsOf(view));
        const { operations, added, notes } = plan(file, view);
        run(operations, view);
        const after = exportOf(rowsOf(view));
        for (const list of FILE_LISTS) {
          expect(after[list]).toEqual(expect.arrayContaining(before[list].map(atLeast)));
          expect(after[list]).toHaveLength(before[list].length + added[list]);
          const left = notes.filter(
            ({ list: of, reason }) => of === list && (reason === 'MERGED' || !ADJUSTED.has(reason)),
          );
          expect(added[list] + left.length).toBe(file[list].length);
        }
        expect(plan(file, view).operations).toEqual([]);
      }),
    );
  });
});
