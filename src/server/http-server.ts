import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { PHOTO_PATH } from '#src/domain/photo-path.ts';
import type { ErrorBody } from './error-body.ts';
import { PlainConnections } from './plain-connections.ts';
import { answerRaw } from './raw-answer.ts';

/** What one client, or many, may take of the server before any of our code has seen a request. Times in ms. */
export interface HttpLimits {
  /** The time from the beginning of a connection or a request until its headers are there. */
  readonly headersMs: number;
  /** The time from its headers until all of a request is there. */
  readonly requestMs: number;
  /** The same of a photo, which from a phone on a bad network takes a while (specification, section 9). */
  readonly uploadMs: number;
  /** How often headers and uploads are looked at. */
  readonly checkEveryMs: number;
  /** The time between two requests. It is longer than proxies keep a connection (nginx: 60 s), which would else send on a closed one. */
  readonly idleMs: number;
  /** The time during a request without a byte either way: a client then does not read its answer. */
  readonly stalledMs: number;
  readonly headerBytes: number;
  /** All connections, sync sockets too. A file descriptor and some 7 KB each. */
  readonly connections: number;
  /** How many one address may have, without sync sockets: a school behind one, whose browsers load pages by six each, keeps far below. */
  readonly connectionsOfAddress: number;
  /** How many one connection may have unanswered. Browsers and proxies wait for each answer. */
  readonly requestsAtOnce: number;
}

const LIMITS: HttpLimits = {
  headersMs: 15_000,
  requestMs: 120_000,
  uploadMs: 600_000,
  checkEveryMs: 5_000,
  idleMs: 75_000,
  stalledMs: 120_000,
  headerBytes: 16_384,
  connections: 50_000,
  connectionsOfAddress: 2_000,
  requestsAtOnce: 32,
};

const TOO_MANY_REQUESTS: ErrorBody = {
  code: 'TOO_MANY_REQUESTS',
  message: 'Wait for answers before asking more.',
};

/**
 * An HTTP server that no client can hold up by being slow, large or many. Node's parser is strict: a request that could be
 * read in two ways is rejected (400), so that nothing is smuggled past a proxy. `limits` are given by tests, and where all connections
 * are those of a proxy.
 */
export function createHttpServer(listener: RequestListener, limits: Partial<HttpLimits> = {}): Server {
  const { headersMs, requestMs, uploadMs, checkEveryMs, idleMs, stalledMs, ...sizes } = {
    ...LIMITS,
    ...limits,
  };
  const { headerBytes, connections, connectionsOfAddress, requestsAtOnce } = sizes;
  const plain = new PlainConnections(connectionsOfAddress);
  const unanswered = new WeakMap<Duplex, number>();
  const count = (socket: Socket, change: 1 | -1) => {
    const now = (unanswered.get(socket) ?? 0) + change;
    unanswered.set(socket, now);
    return now;
  };
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: uploadMs,
      connectionsCheckingInterval: checkEveryMs,
      keepAliveTimeout: idleMs,
      maxHeaderSize: headerBytes,
      // Some clients offer HTTP/2 in this way with every request: they get an ordinary answer.
      shouldUpgradeCallback: isWebSocket,
    },
    (request, response) => {
      const { socket } = request;
      const atOnce = count(socket, 1);
      response.once('close', () => count(socket, -1));
      if (!isUpload(request)) cutOffAfter(requestMs, request);
      if (atOnce <= requestsAtOnce) return listener(request, response);
      response.writeHead(429, { connection: 'close', 'content-type': 'application/json' });
      response.end(JSON.stringify(TOO_MANY_REQUESTS));
    },
  );
  server.setTimeout(stalledMs);
  server.maxConnections = connections;
  server.on('connection', (socket) => {
    if (!plain.take(socket)) socket.destroy();
  });
  server.on('upgrade', (_request, socket) => plain.release(socket));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // An answer to what came before is due first: this one would be taken for it.
    if (!socket.writable || unanswered.get(socket)) socket.destroy();
    else answerRaw(socket, ...(ANSWERS[error.code ?? ''] ?? BAD_REQUEST));
  });
  return server;
}

const BAD_REQUEST: readonly [number, ErrorBody] = [
  400,
  { code: 'BAD_REQUEST', message: 'This is not a request as HTTP has it.' },
];

/** The answers by the codes of Node and of its parser. */
const ANSWERS: Readonly<Record<string, typeof BAD_REQUEST>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [
    408,
    { code: 'REQUEST_TIMEOUT', message: 'The request took too long to come. Try again.' },
  ],
  HPE_HEADER_OVERFLOW: [
    431,
    { code: 'HEADERS_TOO_LARGE', message: 'The headers are too large. Delete the cookies of this site.' },
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, { code: 'TOO_LARGE', message: 'The request is too large.' }],
};

function isUpload({ method, url }: IncomingMessage): boolean {
  return method === 'PUT' && url === PHOTO_PATH;
}

/** Ends the connection of a request that is not all there by then. */
function cutOffAfter(ms: number, request: IncomingMessage): void {
  const { headers } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  const timer = setTimeout(() => request.socket.destroy(), ms);
  for (const event of ['end', 'close']) request.once(event, () => clearTimeout(timer));
}

function isWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}
