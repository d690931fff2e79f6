import { setImmediate as othersHadTheirTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Call } from './endpoint.ts';
import { eventsEndpoint } from './events.ts';

test('[A4] a stream that ends while it waits for its pace tells nothing more', async () => {
  let reads = 0;
  let [tellNews, endStream] = [() => {}, () => {}];
  const pace = Promise.withResolvers<void>();
  const call = {
    spaceId: 'space',
    token: { userId: 'user', name: 'Watch' },
    network: null,
    query: {},
    lastEventId: null,
    database: { snapshot: async () => (reads++, new Map()) },
    hub: {
      connect: (_userId: string, { send }: { send: () => void }) => {
        tellNews = send;
        return { receive() {}, closed() {} };
      },
    },
    readPace: { giveWay: () => pace.promise },
    streams: {
      add: (_token: object, end: () => void) => {
        endStream = end;
        return () => {};
      },
    },
  } as unknown as Call;
  const reader = ((await eventsEndpoint.run(call)) as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  expect(reads).toBe(1);

  const next = reader.read();
  tellNews();
  await othersHadTheirTurn();
  endStream();
  pace.resolve();

  expect((await next).done).toBe(true);
  expect(reads).toBe(1);
});
