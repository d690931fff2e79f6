import { createMergeableStore, createQueries } from 'tinybase';
import { createIndexedDbPersister } from 'tinybase/persisters/persister-indexed-db';

export async function open() {
  const store = createMergeableStore();
  const queries = createQueries(store);
  // No other tab writes, so there is nothing to poll for.
  const persister = createIndexedDbPersister(store, 'tinybase', 86_400);
  await persister.startAutoLoad();
  await persister.startAutoSave();
  return {
    *ofDay(day) {
      for (const id of store.getRowIds('tasks'))
        if (store.getCell('tasks', id, 'date') === day) yield row(id);
    },
    onChange(listener) {
      store.addRowListener('tasks', null, (_, __, id) => listener(id, row(id)));
    },
    add: (task) => store.setRow('tasks', task.id, task),
    change: ({ id }, fields) => store.setPartialRow('tasks', id, fields),
    find(text) {
      queries.setQueryDefinition('found', 'tasks', ({ select, where }) => {
        select('name');
        select('description');
        where((getCell) => getCell('name').toLowerCase().includes(text));
      });
      return Object.values(queries.getResultTable('found'));
    },
    async addAll(tasks) {
      store.transaction(() => tasks.forEach((task) => store.setRow('tasks', task.id, task)));
      await persister.save();
    },
  };

  function row(id) {
    return store.hasRow('tasks', id) ? store.getRow('tasks', id) : undefined;
  }
}
