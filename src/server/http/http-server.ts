import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { PHOTO_PATH } from '#src/domain/identity/photo-path.ts';
import type { ErrorBody } from './error-body.ts';
import { PlainConnections } from './plain-connections.ts';
import { answerRaw } from './raw-answer.ts';

/** The limits of clients before our code sees a request. Times in ms. */
export interface HttpLimits {
  /** The time from the beginning of a connection or a request to the end of its headers. */
  readonly headersMs: number;
  /** The time from the headers of a request to its end. */
  readonly requestMs: number;
  /** The same time for a photo, as a phone on a bad network needs longer (specification, section 9). */
  readonly uploadMs: number;
  /** The interval for checking headers and uploads. */
  readonly checkEveryMs: number;
  /**
   * The time between two requests. It is longer than proxies keep a connection (nginx: 60 s), as they would
   * otherwise send on a closed one.
   */
  readonly idleMs: number;
  /**
   * The time during a request without a byte in either direction: the client then does not read its answer.
   */
  readonly stalledMs: number;
  readonly headerBytes: number;
  /** All connections, including sync sockets. Each takes a file descriptor and about 7 KB. */
  readonly connections: number;
  /**
   * The connections of one address, without sync sockets. A school behind one address stays far below, with
   * six connections per browser.
   */
  readonly connectionsOfAddress: number;
  /** The unanswered requests of one connection. Browsers and proxies wait for each answer. */
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
 * An HTTP server that slow, large or many requests cannot hold up. Node's parser is strict: it rejects a
 * request that could be read in two ways (400), so that nothing is smuggled past a proxy. Tests give
 * `limits`, and so does a server whose connections all come from a proxy.
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
      // Some clients offer HTTP/2 in this way with every request. They get an ordinary answer.
      shouldUpgradeCallback: isWebSocket,
    },
    (request, response) => {
      const { socket } = request;
      const atOnce = count(socket, 1);
      response.once('close', () => count(socket, -1));
      if (!isUpload(request)) cutOffAfter(requestMs, request);
      if (atOnce <= requestsAtOnce) return listener(request, response);
      response.writeHead(429, { connection: 'close', 'content-type': PROBLEM_TYPE });
      response.end(JSON.stringify(problemOf(429, TOO_MANY_REQUESTS)));
    },
  );
  server.setTimeout(stalledMs);
  server.maxConnections = connections;
  server.on('connection', (socket) => {
    if (!plain.take(socket)) socket.destroy();
  });
  server.on('upgrade', (_request, socket) => plain.release(socket));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // The earlier request is still unanswered: the client would take this answer for that one.
    if (!socket.writable || unanswered.get(socket)) socket.destroy();
    else {
      const [status, body] = ANSWERS[error.code ?? ''] ?? BAD_REQUEST;
      answerRaw(socket, status, problemOf(status, body), { 'Content-Type': PROBLEM_TYPE });
    }
  });
  return server;
}

const BAD_REQUEST: readonly [number, ErrorBody] = [
  400,
  { code: 'BAD_REQUEST', message: 'This is not a request as HTTP has it.' },
];

/** The answers by the codes of Node and its parser. */
const ANSWERS: Readonly<Record<string, typeof BAD_REQUEST>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [
    408,
    { code: 'REQUEST_TIMEOUT', message: 'The request took too long to come. Try again.' },
  ],
  HPE_HEADER_OVERFLOW: [
    431,
    {
      code: 'HEADERS_TOO_LARGE',
      message:
        'The address and the headers are too large: they have 16 KB together. Shorten the address. In a browser, delete the cookies of this site.',
    },
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, { code: 'TOO_LARGE', message: 'The request is too large.' }],
};

const PROBLEM_TYPE = 'application/problem+json';

/** The body of an answer before the app sees the request: an error, and a problem too (RFC 9457), as the API has them. */
function problemOf(status: number, { code, message }: ErrorBody): ErrorBody {
  const problem = { type: 'about:blank', title: STATUS_CODES[status], status, detail: message };
  return { ...problem, code, message };
}

function isUpload({ method, url }: IncomingMessage): boolean {
  return method === 'PUT' && url === PHOTO_PATH;
}

/** Ends the connection of a request that is incomplete after `ms`. */
function cutOffAfter(ms: number, request: IncomingMessage): void {
  const { headers } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  const timer = setTimeout(() => request.socket.destroy(), ms);
  for (const event of ['end', 'close']) request.once(event, () => clearTimeout(timer));
}

function isWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}
