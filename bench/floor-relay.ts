import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { WebSocketServer } from 'ws';

/**
 * The floor for sync: the least work of any server that loses nothing. It commits each message to SQLite,
 * with fsync, and then relays it to all other sockets. Prints its port.
 */
const database = new DatabaseSync(join(mkdtempSync(join(tmpdir(), 'sunglow-floor-')), 'floor.db'));
database.exec(
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE message (text TEXT NOT NULL)',
);
const insert = database.prepare('INSERT INTO message VALUES (?)');
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
server.on('connection', (socket) => {
  socket.on('message', (data: Buffer) => {
    const text = data.toString();
    insert.run(text);
    for (const other of server.clients) if (other !== socket) other.send(text);
  });
});
server.on('listening', () => console.log((server.address() as { port: number }).port));
