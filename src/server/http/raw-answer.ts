import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

import type { ErrorBody } from './error-body.ts';
import { currentLogContext, REQUEST_ID_ANSWER } from '#src/server/log/log-context.ts';

/** Answers a request before it reaches the app, and ends its connection. */
export function answerRaw(
  socket: Duplex,
  status: number,
  body: ErrorBody,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = JSON.stringify(body);
  const context = currentLogContext();
  const lines = Object.entries({
    Connection: 'close',
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(text)),
    'Cache-Control': 'no-store',
    // Protects a browser that would show the answer as a page. security-headers.ts has the headers of real
    // pages.
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    ...(context && { [REQUEST_ID_ANSWER]: context.requestId }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  // A client that does not close its side would otherwise keep the socket.
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`);
}
