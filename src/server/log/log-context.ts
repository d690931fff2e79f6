import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** The request that the current work belongs to. Every line of the log names it. */
export interface LogContext {
  readonly requestId: string;
  /** The id of the socket that the request has become. */
  readonly connectionId?: string;
}

const contexts = new AsyncLocalStorage<LogContext>();

/** The ids that a proxy may give a request: none looks like another field, or another line. */
const REQUEST_ID = /^[\w.:+/=-]{1,128}$/;

export function currentLogContext(): LogContext | undefined {
  return contexts.getStore();
}

/** Runs `work`, and everything that it begins, in `context`. */
export function inLogContext<T>(context: LogContext, work: () => T): T {
  return contexts.run(context, work);
}

/** Runs `work` without a context, as it may outlive the request that began it. */
export function outOfLogContext<T>(work: () => T): T {
  return contexts.exit(work);
}

/** The header of every answer with the id of its request. */
export const REQUEST_ID_ANSWER = 'x-request-id';

/** The context of a request. Its id comes from the header `trusted` of the proxy, or is new. */
export function requestContext(headers: IncomingHttpHeaders, trusted: string | null): LogContext {
  const given = trusted === null ? undefined : headers[trusted];
  const isId = typeof given === 'string' && REQUEST_ID.test(given);
  return { requestId: isId ? given : randomUUID() };
}

/** The context of the socket that the current request becomes. */
export function connectionContext(): LogContext {
  return { requestId: contexts.getStore()?.requestId ?? randomUUID(), connectionId: randomUUID() };
}
