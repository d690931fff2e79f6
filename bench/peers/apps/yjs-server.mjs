// node yjs-server.mjs FOLDER: Hocuspocus with its SQLite extension, each room a document. Prints its port.
import { join } from 'node:path';
import { SQLite } from '@hocuspocus/extension-sqlite';
import { Server } from '@hocuspocus/server';

const server = new Server({
  port: 0,
  address: '127.0.0.1',
  quiet: true,
  extensions: [new SQLite({ database: join(process.argv[2], 'hocuspocus.db') })],
});
await server.listen();
console.log(server.address.port);
