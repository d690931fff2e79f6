import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { NameServer } from '#src/server/reminders/testing/name-server.ts';
import { poster } from './post.ts';
import { isPublicAddress } from './public-address.ts';

const nothing = { headers: {}, body: '' };

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((clean) => clean()));

async function nameServer(names: Record<string, readonly string[]>): Promise<NameServer> {
  const server = await NameServer.start(names);
  cleanups.push(() => server.stop());
  return server;
}

test('[N3] names without an answer hold up no other name, and time out', async () => {
  const names = await nameServer({ 'quick.example': ['10.0.0.1'] });
  const hasty = poster(false, isPublicAddress, 1_000, [names.address]);
  const slow = Promise.all(
    Array.from({ length: 50 }, (_, n) => hasty(`https://slow-${n}.example/`, nothing)),
  );
  const post = poster(false, isPublicAddress, 10_000, [names.address]);
  // The name was found, or else the address could not be private.
  expect(await post('https://quick.example/', nothing)).toMatchObject({ failure: 'PRIVATE_ADDRESS' });
  expect(new Set((await slow).map(({ failure }) => failure))).toEqual(new Set(['TIMED_OUT']));
});

test('[N3] the connection goes to the checked address: a name is asked for once', async () => {
  const connections: string[] = [];
  const receiver = createServer((socket) => {
    connections.push(socket.localAddress ?? '');
    socket.destroy();
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  cleanups.push(() => receiver.close());
  const names = await nameServer({ 'hook.example': ['127.0.0.1'] });
  const looked: string[] = [];
  const isPublic = (address: string) => looked.push(address) > 0;
  const { port } = receiver.address() as AddressInfo;
  const posted = await poster(false, isPublic, 10_000, [names.address])(
    `https://hook.example:${port}/`,
    nothing,
  );
  expect(posted).toMatchObject({ failure: 'UNREACHABLE' });
  expect([looked, connections]).toEqual([['127.0.0.1'], ['127.0.0.1']]);
  expect(names.asked.toSorted()).toEqual(['A hook.example', 'AAAA hook.example']);
});

test.each([
  ['own.example', ['127.0.0.1']],
  ['both.example', ['8.8.8.8', '10.0.0.1']],
  ['both-families.example', ['8.8.8.8', 'fd00:0:0:0:0:0:0:1']],
])('[N3] a name with at least one address in a private network gets nothing: %s', async (name, addresses) => {
  const names = await nameServer({ [name]: addresses });
  const post = poster(false, isPublicAddress, 10_000, [names.address]);
  expect(await post(`https://${name}/`, nothing)).toMatchObject({ failure: 'PRIVATE_ADDRESS' });
});

test.each(['localhost', 'localhost.', 'own.localhost', 'intranet', 'intranet.'])(
  '[N3] no name server is asked for “%s”, as it is no name of the internet',
  async (name) => {
    const names = await nameServer({});
    const post = poster(false, isPublicAddress, 10_000, [names.address]);
    expect(await post(`https://${name}/`, nothing)).toMatchObject({ failure: 'PRIVATE_ADDRESS' });
    expect(names.asked).toEqual([]);
  },
);
