import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Hono } from 'hono';
import { callOf, keepPace, tokenDoor, tokenOf, type ApiOptions } from '#src/server/api/door.ts';
import { ApiProblem } from '#src/server/api/problem.ts';
import { Turns } from '#src/server/api/turns.ts';
import { readBody } from '#src/server/http/read-body.ts';
import { MAX_FRAME_BYTES } from '#src/sync/protocol.ts';
import { serverFor } from './serve.ts';

export const MCP_PATH = '/mcp';

/** The headers of a request that the protocol names. */
const REQUEST_HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id', 'last-event-id'];

/**
 * The Model Context Protocol for agents, without sessions: each request has its token, and any server answers it (rule
 * M1). Clients of 2025 and of 2026 have the same tools.
 */
export function mcpRoutes(options: ApiOptions): Hono {
  const { log, readPace } = options;
  const app = tokenDoor(options, REQUEST_HEADERS, ['mcp-protocol-version']);
  const turns = new Turns();
  app.all('/', async (c) => {
    const token = await tokenOf(c, options);
    const bytes = await readBody(c, MAX_FRAME_BYTES);
    if (bytes === null) throw new ApiProblem('TOO_LARGE');
    return turns.run(token.userId, async () => {
      const call = callOf(c, token, options);
      await keepPace(readPace, token.userId, call.network);
      const onFailure = (error: unknown) => log.error({ err: error }, 'mcp tool failed');
      const { fetch } = createMcpHandler(() => serverFor(call, onFailure), {
        // A stream would outlive its token, and there is nothing to tell: the tools never change.
        maxSubscriptions: 0,
        onerror: (error) => log.warn({ err: error }, 'mcp request failed'),
      });
      const { url, method, headers } = c.req.raw;
      return fetch(new Request(url, { method, headers, ...(bytes.length > 0 && { body: bytes.slice() }) }));
    });
  });
  return app;
}
