import PouchDB from 'pouchdb/dist/pouchdb.js';

/**
 * The id begins with the day, as PouchDB's guide advises, so that the tasks of a day are read without the
 * others.
 */
const key = ({ date, id }) => `${date}/${id}`;
const BATCH = 10_000;

export async function open() {
  const database = new PouchDB('pouchdb');
  return {
    async ofDay(day) {
      const { rows } = await database.allDocs({ startkey: day, endkey: `${day}/\uffff`, include_docs: true });
      return rows.map(({ doc }) => doc);
    },
    onChange(listener) {
      const changes = database.changes({ live: true, since: 'now', include_docs: true });
      changes.on('change', ({ doc }) => listener(doc.id, doc));
    },
    add: (task) => database.put({ _id: key(task), ...task }),
    change: (task, fields) => database.put({ ...task, ...fields }),
    async find(text) {
      const { rows } = await database.allDocs({ include_docs: true });
      return rows.map(({ doc }) => doc).filter(({ name }) => name.toLowerCase().includes(text));
    },
    async addAll(tasks) {
      for (let i = 0; i < tasks.length; i += BATCH)
        await database.bulkDocs(tasks.slice(i, i + BATCH).map((task) => ({ _id: key(task), ...task })));
    },
  };
}
