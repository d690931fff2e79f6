import { SYNC_PATH } from '#src/domain/between-paths.ts';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

import { clientAddress } from '#src/server/auth/client-address.ts';
import type { Session, Sessions } from '#src/server/auth/sessions/sessions.ts';
import type { ErrorBody } from './error-body.ts';
import type { Log } from './log.ts';
import { answerRaw } from './raw-answer.ts';
import { networkOf } from './network-of.ts';
import type { SocketLimits } from './socket-limits.ts';
import { CLOSE } from '#src/sync/protocol.ts';

/** Who asks for a sync socket, and may have one if they are signed in. */
export interface Visitor {
  /** Null when they have to sign in first. */
  readonly session: Session | null;
  /** Where they come from, as `networkOf` gives it. */
  readonly network: string | null;
}

export interface EntryOptions {
  readonly sessions: Pick<Sessions, 'find'>;
  readonly allowedOrigins: readonly string[];
  readonly limits: SocketLimits;
  /** It is in lower case; see clientAddress. */
  readonly trustedProxyHeader: string | null;
}

/** Hears who is rejected; see securityLog. */
type SecurityLog = Pick<Log, 'info'>;

/** Looks at a request to become a WebSocket; null when it was rejected. Throws when sessions cannot be looked up. */
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
  // This comes before anything is looked up.
  const waitMs = limits.arrive(network);
  if (waitMs > 0) return reject(429, ...tooMany(waitMs));
  const session = await sessions.find(new Headers({ cookie }));
  if (session === null) security.info({ code: CLOSE.SIGN_IN, address }, 'a socket was rejected');
  if (session === null || socket.destroyed) return { session, network };
  const userWaitMs = limits.identify(network, session.userId);
  if (userWaitMs > 0) return reject(429, ...tooMany(userWaitMs));
  // The place is taken at once: whoever is looked at next must find it taken.
  socket.once('close', limits.hold(network, session.userId));
  return { session, network };
}

function addressOf({ headers, socket }: IncomingMessage, header: string | null): string {
  const value = header === null ? undefined : headers[header];
  return clientAddress(socket.remoteAddress, value === undefined ? null : String(value));
}

/** A device tries again after a while, as after any socket that could not be opened; what it has to say waits there. */
function tooMany(waitMs: number): [ErrorBody, Record<string, string>] {
  const seconds = Math.ceil(waitMs / 1000);
  const message = `Too many connections. Try again in ${seconds} s.`;
  return [{ code: 'TOO_MANY_SOCKETS', message }, { 'Retry-After': String(seconds) }];
}
