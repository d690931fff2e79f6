import { SYNC_PATH } from '#src/domain/between-paths.ts';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

import { clientAddress } from '#src/server/auth/client-address.ts';
import type { Session, Sessions } from '#src/server/auth/sessions/sessions.ts';
import { deviceName } from '#src/server/auth/sessions/device-name.ts';
import type { ErrorBody } from '#src/server/http/error-body.ts';
import type { Log } from '#src/server/log/log.ts';
import { answerRaw } from '#src/server/http/raw-answer.ts';
import { networkOf } from '#src/server/http/network-of.ts';
import type { SocketLimits } from './socket-limits.ts';
import { CLOSE } from '#src/sync/protocol.ts';

/** A request for a sync socket, which needs a session. */
export interface Visitor {
  /** Null when the user has to sign in first. */
  readonly session: Session | null;
  /** The network of the client, from `networkOf`. */
  readonly network: string | null;
  /** The name of the device, for the history. */
  readonly source: string;
}

export interface EntryOptions {
  readonly sessions: Pick<Sessions, 'find'>;
  readonly allowedOrigins: readonly string[];
  readonly limits: SocketLimits;
  /** In lower case; see clientAddress. */
  readonly trustedProxyHeader: string | null;
}

/** Receives rejections; see securityLog. */
type SecurityLog = Pick<Log, 'info'>;

/** Checks a request for a WebSocket. Null when it was rejected. Throws when sessions cannot be looked up. */
export async function letIn(
  request: IncomingMessage,
  socket: Duplex,
  { sessions, allowedOrigins, limits, trustedProxyHeader }: EntryOptions,
  security: SecurityLog,
): Promise<Visitor | null> {
  const { origin, cookie = '' } = request.headers;
  const address = addressOf(request, trustedProxyHeader);
  const reject = (status: number, body: ErrorBody, headers?: Record<string, string>) => {
    security.info({ status, code: body.code, address }, 'a socket was rejected');
    answerRaw(socket, status, body, headers);
    return null;
  };
  if (request.url?.split('?', 1)[0] !== SYNC_PATH)
    return reject(404, { code: 'NOT_FOUND', message: `Sockets are at ${SYNC_PATH}.` });
  // A page of another site could otherwise open a socket with the user's cookie (browsers do not prevent it).
  if (origin === undefined || !allowedOrigins.includes(origin))
    return reject(403, { code: 'INVALID_ORIGIN', message: 'Open Sunglow by its own address.' });
  const network = networkOf(address);
  // The limit comes before any look-up.
  const waitMs = limits.arrive(network);
  if (waitMs > 0) return reject(429, ...tooMany(waitMs));
  const source = deviceName(request.headers['user-agent']);
  const session = await sessions.find(new Headers({ cookie }));
  if (session === null) security.info({ code: CLOSE.SIGN_IN, address }, 'a socket was rejected');
  if (session === null || socket.destroyed) return { session, network, source };
  const userWaitMs = limits.identify(network, session.userId);
  if (userWaitMs > 0) return reject(429, ...tooMany(userWaitMs));
  // The place is taken at once, so that the next request finds it taken.
  socket.once('close', limits.hold(network, session.userId));
  return { session, network, source };
}

function addressOf({ headers, socket }: IncomingMessage, header: string | null): string {
  const value = header === null ? undefined : headers[header];
  return clientAddress(socket.remoteAddress, value === undefined ? null : String(value));
}

/**
 * The answer past a limit. The device keeps its changes and tries again later, as after any failed
 * connection.
 */
function tooMany(waitMs: number): [ErrorBody, Record<string, string>] {
  const seconds = Math.ceil(waitMs / 1000);
  const message = `Too many connections. Try again in ${seconds} s.`;
  return [{ code: 'TOO_MANY_SOCKETS', message }, { 'Retry-After': String(seconds) }];
}
