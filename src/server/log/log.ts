import {
  destination,
  pino,
  stdSerializers,
  type DestinationStream,
  type Logger,
  type LoggerOptions,
  type SerializedError,
} from 'pino';

import { DatabaseDamaged } from '#src/server/db/storage-problem.ts';
import { currentLogContext } from './log-context.ts';

export type Log = Logger;

/** JSON lines on standard output, or on `to`. Secrets and texts of users are left out. */
export function createLog(level: string, to: DestinationStream = destination(1)): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    // A new object each time, as pino puts the line's own fields into it.
    mixin: () => ({ ...currentLogContext() }),
    serializers: {
      err: (error: unknown) => (error instanceof Error ? plain(stdSerializers.err(error)) : error),
    },
    redact: {
      paths: ['cookie', 'password', 'token', 'secret', 'authorization'].flatMap((name) => [
        name,
        `*.${name}`,
        `*.*.${name}`,
      ]),
      censor: '[redacted]',
    },
  };
  return pino(options, to);
}

/** The text without email addresses, as messages of mail servers and libraries may name them. */
export function withoutEmails(text: string): string {
  return text.replaceAll(/[\w.+-]+@[\w-]+\.[\w.-]+/g, '[email]');
}

/**
 * The parts of an error that say where and why. Its other fields may hold data of users: PostgreSQL adds the
 * whole row that it rejected.
 */
function plain({ type, message, stack, raw, aggregateErrors }: Serialized): object {
  const { code } = raw as NodeJS.ErrnoException;
  return {
    type,
    code,
    message: withoutEmails(message),
    ...(!(raw instanceof DatabaseDamaged) && { stack: withoutEmails(stack) }),
    aggregateErrors: aggregateErrors?.map(plain),
  };
}

type Serialized = SerializedError & { readonly aggregateErrors?: readonly Serialized[] };
