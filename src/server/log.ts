import { pino, type Logger } from 'pino';

export type Log = Logger;

/** JSON lines on standard output. What lets somebody in as somebody else is left out. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
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
