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

/** JSON lines on standard output, or wherever `to` leads. What lets somebody in as somebody else is left out, and what users have written. */
export function createLog(level: string, to: DestinationStream = destination(1)): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    // A new one each time: pino puts the line's own fields into it.
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

/** The text without email addresses, which mail servers and libraries name in their words. */
export function withoutEmails(text: string): string {
  return text.replaceAll(/[\w.+-]+@[\w-]+\.[\w.-]+/g, '[email]');
}

/** Gives of an error what tells where and why. Whatever else it carries may be a user's: PostgreSQL adds the whole row that it rejected. */
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
