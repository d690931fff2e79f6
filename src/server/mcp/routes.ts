import type { Hono } from 'hono';
import { callOf, failureOf, keepPace, tokenDoor, tokenOf, type ApiOptions } from '#src/server/api/door.ts';
import { inTurn } from '#src/server/api/in-turn.ts';
import { ApiProblem } from '#src/server/api/problem.ts';

export const MCP_PATH = '/mcp';

/** The headers of a request that the protocol names. */
const REQUEST_HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id', 'last-event-id'];

/** How an array begins in JSON. The `\s` is wider than white space of JSON, as a byte order mark may stand there. */
const ARRAY = /^\s*\[/;

/**
 * The Model Context Protocol for agents, without sessions: each request has its token, and any server answers it (rule
 * M1). Clients of 2025 and of 2026 have the same tools.
 */
export function mcpRoutes(options: ApiOptions): Hono {
  const { log, probe, readPace } = options;
  const app = tokenDoor(options, REQUEST_HEADERS, ['mcp-protocol-version']);
  app.all('/', async (c) => {
    const token = await tokenOf(c, options);
    return inTurn(c, token, options, async (bytes) => {
      // Clients of 2025 may send many messages at once, and each of them would be a tool that waits for no pace.
      if (ARRAY.test(new TextDecoder().decode(bytes)))
        throw new ApiProblem('BAD_JSON', 'Send one message, as a JSON object. Arrays are not accepted.');
      const call = callOf(c, token, options);
      await keepPace(readPace, token.userId, call.network);
      const onFailure = (error: unknown) => {
        log.error({ err: error }, 'mcp tool failed');
        return failureOf(error, probe);
      };
      // Loaded for the first agent: the protocol takes 6 MB of memory.
      const { handlerFor } = await import('./serve.ts');
      const { fetch } = handlerFor(call, onFailure, (error) =>
        log.warn({ err: error }, 'mcp request failed'),
      );
      const { url, method, headers } = c.req.raw;
      const request = new Request(url, { method, headers, ...(bytes.length > 0 && { body: bytes.slice() }) });
      const { body, status, headers: told } = await fetch(request);
      // A stream begins before its tool has finished, and the turn would end with that.
      const answer = body && (await new Response(body).arrayBuffer());
      call.countRead(answer?.byteLength ?? 0);
      return new Response(answer, { status, headers: told });
    });
  });
  return app;
}
