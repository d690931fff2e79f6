import type { IncomingMessage, ServerResponse } from 'node:http';

import { loggedPath } from '#src/server/log/logged-path.ts';
import type { Tracing } from './tracing.ts';

/** Loads OpenTelemetry only for a collector: it takes some megabytes. */
export async function openTracing(url: string | null): Promise<Tracing | null> {
  if (url === null) return null;
  const { Tracing } = await import('./tracing.ts');
  return new Tracing(url);
}

/** Runs `listener` for a request, as a span if tracing is on. */
export function traceRequest(
  tracing: Tracing | null,
  request: IncomingMessage,
  response: ServerResponse,
  listener: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<void> {
  if (!tracing) return listener(request, response);
  const { method = '', url = '' } = request;
  const attributes = { 'http.request.method': method, 'url.path': loggedPath(url.split('?', 1)[0] ?? '') };
  return tracing.run(method, attributes, async (add) => {
    await listener(request, response);
    add({ 'http.response.status_code': response.statusCode });
  });
}
