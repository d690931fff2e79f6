// node tinybase-server.mjs FOLDER: TinyBase's WsServer, each room a MergeableStore kept in SQLite. Prints its port.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createMergeableStore } from 'tinybase';
import { createSqliteNodePersister } from 'tinybase/persisters/persister-sqlite-node';
import { createWsServer } from 'tinybase/synchronizers/synchronizer-ws-server';
import { WebSocketServer } from 'ws';

const database = new DatabaseSync(join(process.argv[2], 'tinybase.db'));
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
// Nothing else writes to the database, so there is nothing to poll it for.
createWsServer(sockets, (room) =>
  createSqliteNodePersister(createMergeableStore(), database, {
    mode: 'json',
    storeTableName: `room_${room}`,
    autoLoadIntervalSeconds: 86_400,
  }),
);
sockets.on('listening', () => console.log(sockets.address().port));
