import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Says on whose behalf something is done: every line of the log that is written meanwhile says so. */
export interface LogContext {
  readonly requestId: string;
  /** The id of the socket that the request has become. */
  readonly connectionId?: string;
}

const contexts = new AsyncLocalStorage<LogContext>();

/** What a proxy may call a request: nothing that would look like another field, or another line. */
const REQUEST_ID = /^[\w.:+/=-]{1,128}$/;

export function currentLogContext(): LogContext | undefined {
  return contexts.getStore();
}

/** Runs `work`, and all that it begins, on behalf of `context`. */
export function inLogContext<T>(context: LogContext, work: () => T): T {
  return contexts.run(context, work);
}

/** Runs `work` on nobody's behalf, though a request may have begun what leads to it. */
export function outOfLogContext<T>(work: () => T): T {
  return contexts.exit(work);
}

/** The header of every answer that tells which request it was. */
export const REQUEST_ID_ANSWER = 'x-request-id';

/** The context of a request: its id is the one in the header `trusted`, where there is a proxy that puts it there, else a new one. */
export function requestContext(headers: IncomingHttpHeaders, trusted: string | null): LogContext {
  const given = trusted === null ? undefined : headers[trusted];
  const isId = typeof given === 'string' && REQUEST_ID.test(given);
  return { requestId: isId ? given : randomUUID() };
}

/** The context of the socket that the current request becomes. */
export function connectionContext(): LogContext {
  return { requestId: contexts.getStore()?.requestId ?? randomUUID(), connectionId: randomUUID() };
}
