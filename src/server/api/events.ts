import { z } from 'zod';
import { EFFECTS } from '#src/tables/effects.ts';
import { PROTOCOL_VERSION } from '#src/sync/protocol.ts';
import { newestVersions } from '#src/sync/server/pull.ts';
import { changesSchema, changesSince, sinceSchema, type Changes } from './changes.ts';
import { endpoint, type Call } from './endpoint.ts';
import { MOST_ITEMS } from './pages.ts';

/** The time (ms) after which a client connects again. */
const RETRY_MS = 1_000;

/**
 * The changes after `since` as server-sent events, one for each answer of GET /changes. The stream is like a device of
 * the user: the hub tells it of news, and of nothing new at each beat, which keeps the connection open.
 */
async function eventsAfter(call: Call, since: string | undefined): Promise<ReadableStream<Uint8Array>> {
  const { database, hub, spaceId, token, network, readPace, streams } = call;
  const versions = await database.snapshot((tx) => newestVersions(tx, [spaceId]));
  const newest = versions.get(spaceId) ?? 0;
  const ended = new AbortController();
  const { signal } = ended;
  let news = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => news.resolve(), { once: true });
  const hello = { type: 'hello', protocol: PROTOCOL_VERSION, format: 1, effects: EFFECTS, loadedAt: 0 };
  const connection = hub.connect(token.userId, {
    network,
    source: token.name,
    send: () => news.resolve(),
    close: () => ended.abort(),
  });
  connection.receive(JSON.stringify({ ...hello, userId: token.userId, version: newest }));
  const close = streams.add(token, () => ended.abort());
  signal.addEventListener(
    'abort',
    () => {
      close();
      connection.closed();
    },
    { once: true },
  );
  let at = since ?? `${newest}`;
  let isTold = true;
  return new ReadableStream({
    // The id is for a client whose connection ends before the first change.
    start: (controller) => controller.enqueue(encode(`retry: ${RETRY_MS}\nid: ${at}\n\n`)),
    pull: async (controller) => {
      try {
        if (isTold) await news.promise;
        if (!signal.aborted) await readPace.giveWay(token.userId, network, 0);
        // The token may have been revoked while the stream waited for its pace.
        if (signal.aborted) return controller.close();
        // News that come while this reads are for the next turn.
        news = Promise.withResolvers();
        const changes = await database.snapshot((tx) => changesSince(tx, call, at, MOST_ITEMS));
        isTold = !changes.hasMore;
        const text = changes.next === at ? ': nothing new\n\n' : eventOf(changes);
        at = changes.next;
        call.countRead(text.length);
        controller.enqueue(encode(text));
        // The abort may have come before the promise that it resolves.
        if (signal.aborted) news.resolve();
      } catch (error) {
        ended.abort();
        throw error;
      }
    },
    cancel: () => ended.abort(),
  });
}

function eventOf(changes: Changes): string {
  return `id: ${changes.next}\nevent: changes\ndata: ${JSON.stringify(changes)}\n\n`;
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export const eventsEndpoint = endpoint({
  method: 'GET',
  path: '/events',
  name: 'streamChanges',
  summary:
    'Streams changes as server-sent events, from now on, or after `since` or the header Last-Event-ID. The data of each event is an answer of GET /changes.',
  scope: 'read',
  query: z.strictObject({ since: sinceSchema.optional() }),
  status: 200,
  output: changesSchema,
  isStream: true,
  errors: [],
  run: (call) => eventsAfter(call, call.lastEventId ?? call.query.since),
});
