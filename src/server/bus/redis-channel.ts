import type { OpenChannel } from './channel.ts';

/** Redis takes far longer ones; so short, one does not hold up what others send. */
export const REDIS_MESSAGE_BYTES = 65_536;

const CONNECT_MS = 5_000;
/** A time longer than that between two signs of life that the bus asks for. */
const SOCKET_TIMEOUT_MS = 20_000;

/**
 * Publish and subscribe of Redis or Valkey, both on one connection. Each of the installations that share a Redis has the
 * messages of its own number (`redis://host/NUMBER`).
 */
export function redisChannel(url: string): OpenChannel {
  const name = `sunglow:${new URL(url).pathname.slice(1) || '0'}`;
  return async ({ received, lost }) => {
    // Loaded only where there is a Redis: it takes 30 MB.
    const { createClient } = await import('@redis/client');
    const client = createClient({
      url,
      name: 'sunglow-bus',
      disableOfflineQueue: true,
      maintNotifications: 'disabled',
      // Whoever opens the channel opens it again; what was sent meanwhile is of no use by then.
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
