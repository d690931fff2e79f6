import { describe, expect, expectTypeOf, test } from 'vitest';
import type { ColorHex } from '#src/domain/colors.ts';
import type { Place } from '#src/domain/place.ts';
import { declarationOf, TABLE_NAMES } from '#src/tables/tables.ts';
import { sampleId } from '#src/sync/testing/samples.ts';
import { MUTATORS, type MutatorArgs, type MutatorName } from '#src/tables/operations.ts';

const id = sampleId('section', 1);
const collectionId = sampleId('collection', 1);

/** The plain properties of a type, to compare arguments with them. */
type Flat<T> = { [Key in keyof T]: T[Key] };

describe('the mutators of a declared table', () => {
  test('take the settable columns of a row and its owner, and no position in an addition where the table has an order', () => {
    expectTypeOf<Flat<MutatorArgs<'section.add'>>>().toEqualTypeOf<{
      id: string;
      collectionId: string;
      name: string;
      place?: Place;
      at: number;
    }>();
    expectTypeOf<Flat<MutatorArgs<'label.edit'>['changes']>>().toEqualTypeOf<{
      name?: string;
      color?: ColorHex;
    }>();
    expectTypeOf<MutatorArgs<'collection.add'>>().not.toHaveProperty('position');
    expectTypeOf<MutatorArgs<'collection.edit'>['changes']>().toHaveProperty('position');
    expectTypeOf<MutatorArgs<'filter.restore'>>().toEqualTypeOf<{ id: string; at: number }>();
  });

  test('have no edit for fixed rows', () => {
    expectTypeOf<'reminder.edit'>().not.toExtend<MutatorName>();
    for (const table of TABLE_NAMES.filter((name) => declarationOf(name).isFixed))
      expect(Object.keys(MUTATORS)).not.toContain(`${table}.edit`);
  });

  test('read the owner, and the rows with the same unique value', () => {
    expect(MUTATORS['section.add'].reads({ id, collectionId, name: 'Bath', at: 1 })).toEqual([
      { table: 'section', id },
      { table: 'collection', id: collectionId },
      { table: 'section', column: 'name', value: 'Bath' },
    ]);
    expect(MUTATORS['section.edit'].reads({ id, changes: { place: '' }, at: 1 })).toEqual([
      { table: 'section', id },
      { table: 'section', above: id },
    ]);
    expect(MUTATORS['section.restore'].reads({ id, at: 1 })).toEqual([
      { table: 'section', id },
      { table: 'section', above: id },
      { table: 'section', column: 'name', likeId: id },
    ]);
  });
});
