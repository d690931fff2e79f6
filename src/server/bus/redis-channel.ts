import type { OpenChannel } from './channel.ts';

/** Redis allows far longer messages. A message of this length does not delay other servers. */
export const REDIS_MESSAGE_BYTES = 65_536;

const CONNECT_MS = 5_000;
/** Longer than the interval of the bus between two signs of life. */
const SOCKET_TIMEOUT_MS = 20_000;

/**
 * Publish and subscribe of Redis or Valkey, both on one connection. Installations that share a Redis are
 * separated by their database number (`redis://host/NUMBER`).
 */
export function redisChannel(url: string): OpenChannel {
  const name = `sunglow:${new URL(url).pathname.slice(1) || '0'}`;
  return async ({ received, lost }) => {
    // Loaded only for a Redis: it takes 30 MB.
    const { createClient } = await import('@redis/client');
    const client = createClient({
      url,
      name: 'sunglow-bus',
      disableOfflineQueue: true,
      maintNotifications: 'disabled',
      // The bus reconnects instead, since messages from meanwhile are useless by then.
      socket: { connectTimeout: CONNECT_MS, socketTimeout: SOCKET_TIMEOUT_MS, reconnectStrategy: false },
    });
    client.on('error', lost);
    try {
      await client.connect();
      await client.subscribe(name, received);
    } catch (error) {
      client.destroy();
      throw error;
    }
    return {
      async send(messages) {
        if (messages.length === 0) await client.ping();
        await Promise.all(messages.map((message) => client.publish(name, message)));
      },
      async close() {
        client.destroy();
      },
    };
  };
}
