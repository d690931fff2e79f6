import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { startTestServer } from '#src/server/testing/processes/test-server.ts';
import { Tracing } from './tracing.ts';
import { openDevice, signUp, until } from '#src/sync/testing/node-device.ts';
import { collection } from '#src/sync/testing/samples.ts';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[];
}

interface Export {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[];
}

describeEachEngine('traces', (engine) => {
  test('tell how long a request and a push took, with their statements, and nothing about the user', async () => {
    const collector = await startCollector();
    const server = await startTestServer(await engine.create(), {
      settings: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    });
    const account = await signUp(server.url, 'Ada Lovelace');
    const device = await openDevice(account);
    const { id, color } = collection(1);
    await device.mutate('collection.add', { id, name: 'Very private', color, at: Date.now() });
    await until(device, 'status', () => device.status().unsent === 0);
    device.close();
    await server.stop();

    const { spans } = collector;
    const signingUp = spans.find((span) => text(span, 'url.path') === '/api/auth/sign-up/email');
    const push = spans.find(({ name }) => name === 'push');
    expect(signingUp).toMatchObject({ name: 'POST' });
    expect(statementsOf(spans, signingUp).some((sql) => sql.includes('insert into "user"'))).toBe(true);
    expect(statementsOf(spans, push).some((sql) => sql.includes('insert into "collection"'))).toBe(true);
    const everything = JSON.stringify(spans);
    for (const secret of [
      account.userId,
      account.email,
      account.password,
      'Ada Lovelace',
      'Very private',
      id,
    ]) {
      expect(everything).not.toContain(secret);
    }
  });
});

test('a server ends without an error when its collector rejects spans', async () => {
  const collector = await startCollector(404);
  const tracing = new Tracing(collector.url);
  await tracing.run('GET', {}, async () => {});

  await tracing.stop();

  expect(collector.spans).toHaveLength(1);
});

/** Receives OTLP over HTTP, and answers with `status`. */
async function startCollector(status = 200): Promise<{ url: string; spans: Span[] }> {
  const spans: Span[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      if (request.url === '/v1/traces') {
        for (const { scopeSpans } of (body as Export).resourceSpans)
          spans.push(...scopeSpans.flatMap((scope) => scope.spans));
      }
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans };
}

function text({ attributes }: Span, key: string): unknown {
  return attributes.find((attribute) => attribute.key === key)?.value['stringValue'];
}

/** The statements of the spans directly below `span`. */
function statementsOf(spans: readonly Span[], span: Span | undefined): string[] {
  return spans
    .filter(({ traceId, parentSpanId }) => traceId === span?.traceId && parentSpanId === span.spanId)
    .map((child) => String(text(child, 'db.query.text')));
}
