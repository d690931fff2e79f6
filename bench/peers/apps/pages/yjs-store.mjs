import { IndexeddbPersistence, storeState } from 'y-indexeddb';
import * as Y from 'yjs';

export async function open() {
  const document = new Y.Doc();
  const persistence = new IndexeddbPersistence('yjs', document);
  await persistence.whenSynced;
  const tasks = document.getMap('tasks');
  return {
    *ofDay(day) {
      for (const task of tasks.values()) if (task.get('date') === day) yield task.toJSON();
    },
    onChange(listener) {
      tasks.observeDeep((events) => {
        for (const event of events) {
          const ids = event.target === tasks ? event.keysChanged : [event.path[0]];
          for (const id of ids) listener(id, tasks.get(id)?.toJSON());
        }
      });
    },
    add: (task) => tasks.set(task.id, new Y.Map(Object.entries(task))),
    change: ({ id }, fields) =>
      document.transact(() => {
        for (const [name, value] of Object.entries(fields)) tasks.get(id).set(name, value);
      }),
    find(text) {
      const found = [...tasks.values()].filter((task) => task.get('name').toLowerCase().includes(text));
      return found.map((task) => ({ name: task.get('name'), description: task.get('description') }));
    },
    async addAll(added) {
      document.transact(() => added.forEach((task) => tasks.set(task.id, new Y.Map(Object.entries(task)))));
      await storeState(persistence, true);
    },
  };
}
