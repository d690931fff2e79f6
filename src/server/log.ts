import { pino, type Logger } from 'pino';

import { currentLogContext } from '#src/server/log-context.ts';

export type Log = Logger;

/** JSON lines on standard output. What lets somebody in as somebody else is left out. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    // A new one each time: pino puts the line's own fields into it.
    mixin: () => ({ ...currentLogContext() }),
    redact: {
      paths: ['cookie', 'password', 'token', 'secret', 'authorization'].flatMap((name) => [
        name,
        `*.${name}`,
        `*.*.${name}`,
      ]),
      censor: '[redacted]',
    },
  });
}
