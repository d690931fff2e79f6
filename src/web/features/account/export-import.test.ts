import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyMutations } from '#src/sync/testing/arbitrary-mutations.ts';
import { exported, plan, rowsOf, run, viewAfter } from '#src/web/features/account/testing/import-stand.ts';
import { exportOf } from './rows-of.ts';

describe('whatever somebody has', () => {
  test('an import into nothing gives the same export', () => {
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

  test('an import of the own export adds nothing', () => {
    fc.assert(
      fc.property(anyMutations(), (mutations) => {
        const view = viewAfter(mutations);
        const { operations, added } = plan(exported(view), view);
        expect({ operations, added }).toEqual({
          operations: [],
          added: { collections: 0, tasks: 0, completedTasks: 0 },
        });
      }),
    );
  });

  test('an import adds all that can be told apart, is nowhere rejected, takes nothing away, and a second one adds nothing', () => {
    fc.assert(
      fc.property(anyMutations(), anyMutations(), (mine, theirs) => {
        const file = exported(viewAfter(theirs));
        const view = viewAfter(mine);
        const before = exportOf(rowsOf(view));
        const { operations, added, notes } = plan(file, view);
        run(operations, view);
        const after = exportOf(rowsOf(view));
        for (const list of ['collections', 'tasks', 'completedTasks'] as const) {
          expect(after[list]).toEqual(expect.arrayContaining([...before[list]]));
          expect(after[list]).toHaveLength(before[list].length + added[list]);
          const left = notes.filter((note) => note.list === list);
          expect(added[list] + left.length).toBe(file[list].length);
        }
        expect(plan(file, view).operations).toEqual([]);
      }),
    );
  });
});
