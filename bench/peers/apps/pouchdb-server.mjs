// node pouchdb-server.mjs FOLDER: express-pouchdb over LevelDB, each room a database. Prints its port.
import express from 'express';
import expressPouchDB from 'express-pouchdb';
import PouchDB from 'pouchdb';

const app = express();
const Database = PouchDB.defaults({ prefix: `${process.argv[2]}/` });
app.use('/', expressPouchDB(Database, { mode: 'minimumForPouchDB', inMemoryConfig: true }));
const server = app.listen(0, '127.0.0.1', () => console.log(server.address().port));
