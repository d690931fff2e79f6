import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Rows, TableName } from '#src/tables/tables.ts';
import { newRow } from '#src/tables/kit/row.ts';
import { isThere, placedTask } from '#src/tables/task/task.ts';
import { fold } from '#src/domain/text/fold.ts';
import type { SearchedRows } from './folded-tasks.ts';
import { SearchIndex, type Answer } from './search-index.ts';
import { wordsOf } from './words.ts';

function toEnd<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Rows that a test changes, and the index of them. */
class World implements SearchedRows {
  readonly #tables = { task: new Map(), collection: new Map(), label: new Map() };
  readonly index = new SearchIndex(this);
  #at = 0;

  get<T extends TableName>(table: T, id: string): Rows[T] | undefined {
    return this.#rowsOf(table).get(id);
  }

  rows<T extends TableName>(table: T): Iterable<Rows[T]> {
    return this.#rowsOf(table).values();
  }

  collection(id: string, name: string, own: Partial<Rows['collection']> = {}): this {
    const row = { id, name, color: '#FFCC33' as const, position: 1, createdAt: 1, ...own };
    this.#tables.collection.set(id, newRow('collection', row));
    this.index.changeName();
    return this;
  }

  label(id: string, name: string, own: Partial<Rows['label']> = {}): this {
    this.#tables.label.set(id, newRow('label', { id, name, color: '#FFCC33', createdAt: 1, ...own }));
    this.index.changeName();
    return this;
  }

  task(id: string, name: string, own: Partial<Rows['task']> = {}): this {
    this.#at += 1;
    const times = { createdAt: 1, updatedAt: this.#at };
    this.#tables.task.set(
      id,
      newRow('task', { id, name, description: '', date: null, collectionId: 'c', ...times, ...own }),
    );
    this.index.changeTask(id);
    return this;
  }

  /** Removes a task without a tombstone. */
  forget(id: string): void {
    this.#tables.task.delete(id);
    this.index.changeTask(id);
  }

  find(search: string, index = this.index, limit = 50): Answer {
    toEnd(index.catchUp());
    return toEnd(index.search(wordsOf(search), limit));
  }

  ids(search: string): readonly string[] {
    return this.find(search).ids;
  }

  #rowsOf(table: TableName): Map<string, never> {
    return (this.#tables as unknown as Record<TableName, Map<string, never>>)[table];
  }
}

const garden = () => new World().collection('c', 'Garden').label('l', 'Waiting for').label('m', 'Ünique');

test('[V3] a task is found by its name, notes, labels and collection, by parts of words, in any order', () => {
  const world = garden()
    .task('a', 'Order tomato seeds', { description: 'From the catalogue' })
    .task('b', 'Call Ana', { labels: 'l' })
    .task('c', '買い物に行く')
    .task('d', 'ซื้อนมที่ตลาด');
  expect(world.ids('mato')).toEqual(['a']);
  expect(world.ids('catalogue seeds')).toEqual(['a']);
  expect(world.ids('waiting call')).toEqual(['b']);
  expect(world.ids('GARDEN')).toEqual(['d', 'c', 'b', 'a']);
  expect(world.ids('garden call')).toEqual(['b']);
  expect(world.ids('物に')).toEqual(['c']);
  expect(world.ids('นม')).toEqual(['d']);
  expect(world.ids('tomato ana')).toEqual([]);
});

test('[V3] beginnings of words come first, then names before labels, collections and notes, then the last change', () => {
  const world = new World()
    .collection('c', 'Home')
    .collection('p', 'Planning')
    .label('l', 'Plan B')
    .task('notes', 'First', { description: 'the plan' })
    .task('within', 'Airplane')
    .task('old', 'Plan the trip')
    .task('collection', 'Second', { collectionId: 'p' })
    .task('label', 'Third', { labels: 'l' })
    .task('new', 'The plan');
  expect(world.ids('plan')).toEqual(['new', 'old', 'label', 'collection', 'notes', 'within']);
  expect(world.find('plan', world.index, 2)).toMatchObject({ ids: ['new', 'old'], count: 6 });
});

test('[V3] open tasks come before completed ones, whatever matches better', () => {
  const world = garden()
    .task('done', 'Water', { completedAt: 9, updatedAt: 9 })
    .task('within', 'Underwater', { updatedAt: 1 });
  expect(world.find('water').ids).toEqual(['within', 'done']);
});

test('[V3] completed tasks are found, deleted ones and those of deleted collections are not', () => {
  const world = garden()
    .collection('gone', 'Old garden', { deletedAt: 5 })
    .task('open', 'Water')
    .task('done', 'Water', { completedAt: 3 })
    .task('deleted', 'Water', { deletedAt: 3 })
    .task('went', 'Water', { collectionId: 'gone' })
    .task('kept', 'Water', { collectionId: 'gone', completedAt: 3 })
    .task('below', 'Water', { parentId: 'went' })
    .task('sub', 'Water', { parentId: 'open', collectionId: 'gone' });
  expect(world.ids('water').toSorted()).toEqual(['done', 'kept', 'open', 'sub']);
  expect(world.ids('old garden')).toEqual(['kept']);
});

test('[V3] a filter finds its tasks, the last change first, and none that are not there', () => {
  const world = garden()
    .task('a', 'Dig')
    .task('b', 'Call')
    .task('c', 'Dig', { deletedAt: 3 })
    .task('d', 'Dig');
  toEnd(world.index.catchUp());
  const found = toEnd(world.index.filter(({ name }) => name === 'Dig', 5));
  expect(found).toEqual({ ids: ['d', 'a'], count: 2, words: [] });
});

test('[V3] without a match, words with one letter more, less, different or swapped are found, and only then', () => {
  const world = garden().task('a', 'Prune the roses').task('b', 'Order bulbs', { labels: 'l' });
  const found = ['purne', 'prun3', 'prrune', 'rpune', 'gunre'].map((typed) => world.ids(typed).join(' '));
  expect(found).toEqual(['a', 'a', 'a', 'a', '']);
  expect(world.find('rosse')).toMatchObject({ ids: ['a'], words: [['roses']] });
  expect(world.find('prune rosse')).toMatchObject({ ids: ['a'], words: [['prune'], ['roses']] });
  expect(world.ids('waitimg')).toEqual(['b']);
  expect(world.ids('gadren order')).toEqual(['b']);
  // Both words exist, though in no task together, so that no other word can be meant.
  expect(world.find('prune bulbs')).toMatchObject({ count: 0 });
  expect(world.find('rose').words).toEqual([['rose']]);
  // Too many words resemble one of three letters.
  expect(world.ids('thx')).toEqual([]);
});

test('[V3] a search of one letter, of emoji, of half an emoji, or of invisible characters has an answer', () => {
  const world = garden().task('a', 'Feed 👩‍💻 and 🐈').task('b', 'Zoo');
  expect(world.ids('z')).toEqual(['b']);
  expect(world.ids('🐈')).toEqual(['a']);
  expect(world.ids('👩‍💻')).toEqual(['a']);
  expect(world.ids('\uD83D')).toEqual([]);
  expect(wordsOf(' \u200B\u00AD ')).toEqual([]);
  expect(() => wordsOf('x'.repeat(501))).toThrow('at most 500');
  expect(() => wordsOf('a '.repeat(20_000))).toThrow('at most 500');
});

test('[V3] long texts are searched in steps, and stopping between two loses nothing', () => {
  const world = garden();
  for (let i = 0; i < 300; i++) world.task(String(i), `Task ${i}`, { description: 'lorem '.repeat(2_000) });
  const building = world.index.catchUp();
  expect(building.next().done).toBe(false);
  building.return(undefined);
  world.task('5', 'Changed meanwhile');
  expect(world.find('lorem').count).toBe(299);
  const searching = world.index.search(['lorem'], 5);
  expect(searching.next().done).toBe(false);
  expect(world.ids('changed')).toEqual(['5']);
});

/** A naive search by the letter of the rule: each word must be in a text of the task. */
function naively(world: World, search: string): string[] {
  const words = wordsOf(search);
  const rows = {
    task: (id: string) => world.get('task', id),
    collection: (id: string) => world.get('collection', id),
  };
  const found = [...world.rows('task')].filter((task) => {
    const { collectionId } = placedTask(task, (table, id) => world.get(table, id));
    const labels = task.labels.split(' ').map((id) => world.get('label', id));
    const named = [
      world.get('collection', collectionId),
      ...labels.filter((label) => label?.deletedAt === null),
    ];
    const texts = [task.name, task.description, ...named.map((row) => row?.name ?? '')].map(fold);
    return isThere(task, rows) && words.every((word) => texts.some((text) => text.includes(word)));
  });
  return found.map(({ id }) => id).toSorted();
}

test('[V3] a task that changes while its place is searched is read once, with its new name alone', () => {
  const world = garden();
  for (let n = 0; n < 5_000; n++) world.task(`t${n}`, `Task ${n}`);
  toEnd(world.index.catchUp());
  world.task('t4999', 'Weed');
  const steps = world.index.catchUp();
  steps.next();
  world.task('t0', 'Water');
  toEnd(steps);
  expect([world.ids('weed'), world.ids('water')]).toEqual([['t4999'], ['t0']]);
  expect(world.find('task').count).toBe(4_998);
});

test('[V3] the best are given before all matches are counted, and are the best of all', () => {
  const world = garden();
  for (let n = 0; n < 5_000; n++) world.task(`t${n}`, n % 2 === 0 ? `Weed ${n}` : `Seaweed ${n}`);
  const found = (search: string) => {
    toEnd(world.index.catchUp());
    const steps = world.index.search(wordsOf(search), 5);
    const told: Answer[] = [];
    for (;;) {
      const { done, value } = steps.next();
      if (done) return { told, end: value };
      if (value) told.push(value);
    }
  };
  const { told, end } = found('weed');
  expect(told).toEqual([{ ...end, count: null }]);
  expect(end).toMatchObject({ ids: ['t4998', 't4996', 't4994', 't4992', 't4990'], count: 5_000 });
  // Matches within words settle nothing.
  expect(found('eed').told).toEqual([]);
  const anyIndex = fc.nat(4_999);
  fc.assert(
    fc.property(fc.array(anyIndex, { maxLength: 8 }), anyIndex, (touched, gone) => {
      for (const n of touched) world.task(`t${n}`, `Weed ${n}`);
      world.forget(`t${gone}`);
      for (const search of ['w', 'we', 'weed 1']) {
        const { told, end } = found(search);
        // When tasks of all blocks changed, all blocks must be searched first.
        expect(told).toEqual(told.length === 0 ? [] : [{ ...end, count: null }]);
        expect(end.ids).toEqual(world.find(search, new SearchIndex(world), 5).ids);
      }
    }),
    { numRuns: 20 },
  );
});

test('[V3] after any changes the index answers as a new one, and finds the tasks of a naive search', () => {
  const anyId = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const anyName = fc.string({ unit: fc.constantFrom(...'abé B会議ß'.split('')), minLength: 1, maxLength: 6 });
  const anyDeletion = fc.option(fc.constant(1), { freq: 3 });
  const anyTask = fc.record({
    description: fc.oneof(fc.constant(''), anyName),
    labels: fc.constantFrom('', 'l', 'l m'),
    collectionId: fc.constantFrom('c', 'p'),
    parentId: fc.constantFrom(null, null, 'a'),
    completedAt: fc.constantFrom(null, 1),
    deletedAt: anyDeletion,
  });
  const anyChange = fc.oneof(
    fc.record({ kind: fc.constant('task' as const), id: anyId, name: anyName, own: anyTask }),
    fc.record({ kind: fc.constant('forget' as const), id: anyId }),
    fc.record({
      kind: fc.constantFrom('collection' as const, 'label' as const),
      id: fc.constantFrom('c', 'p', 'l', 'm'),
      name: anyName,
      deletedAt: anyDeletion,
    }),
    fc.record({ kind: fc.constant('all' as const) }),
    fc.record({ kind: fc.constant('find' as const), search: anyName, more: anyName }),
  );
  const change = (world: World, made: Exclude<Change, { kind: 'find' }>) => {
    if (made.kind === 'all') world.index.changeAll();
    else if (made.kind === 'forget') world.forget(made.id);
    else if (made.kind !== 'task') world[made.kind](made.id, made.name, { deletedAt: made.deletedAt });
    // Without a parent above the task, no circle can arise.
    else world.task(made.id, made.name, made.id === 'a' ? { ...made.own, parentId: null } : made.own);
  };
  type Change = typeof anyChange extends fc.Arbitrary<infer T> ? T : never;
  fc.assert(
    fc.property(fc.array(anyChange, { maxLength: 40 }), (changes) => {
      const world = garden();
      const answers = changes.flatMap((made) => {
        if (made.kind !== 'find') {
          change(world, made);
          return [];
        }
        // As the user types, each search extends the one before.
        const searches = [made.search, made.search + made.more, `${made.search} ${made.more}`];
        return searches
          .filter((search) => wordsOf(search).length > 0)
          .map((search) => {
            const [answer, anew] = [world.find(search), world.find(search, new SearchIndex(world))];
            const isAsTyped = answer.words.flat().join(' ') === wordsOf(search).join(' ');
            return { answer, anew, ids: answer.ids.toSorted(), naive: isAsTyped && naively(world, search) };
          });
      });
      expect(answers.map(({ answer }) => answer)).toEqual(answers.map(({ anew }) => anew));
      const typed = answers.filter(({ naive }) => naive);
      expect(typed.map(({ ids }) => ids)).toEqual(typed.map(({ naive }) => naive));
    }),
    { numRuns: 300 },
  );
});
