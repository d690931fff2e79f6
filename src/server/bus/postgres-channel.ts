import { setTimeout as delay } from 'node:timers/promises';
import type { OpenChannel } from './channel.ts';
import { postgresAddress, SERVER_NAME } from '#src/server/db/postgres.ts';

const NAME = 'sunglow';
/** The name of the connection in PostgreSQL. */
export const BUS_NAME = `${SERVER_NAME}-bus`;

/** PostgreSQL takes fewer than 8,000 bytes in one NOTIFY. */
export const POSTGRES_MESSAGE_BYTES = 7_900;

const ANSWER_MS = 5_000;
/** The time for closing a connection. A dead one never closes in good order. */
const CLOSE_MS = 1_000;

/**
 * PostgreSQL's NOTIFY, on one connection that listens and sends. It needs a permanent connection, not one
 * through a PgBouncer that pools by transaction.
 */
export function postgresChannel(url: string): OpenChannel {
  return async ({ received, lost }) => {
    const { Client } = await import('pg');
    const client = new Client({
      connectionString: postgresAddress(url),
      application_name: BUS_NAME,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
    });
    client.on('notification', ({ payload = '' }) => received(payload));
    client.on('error', lost);
    client.on('end', () => lost(new Error('PostgreSQL has ended the connection.')));
    try {
      await client.connect();
      await client.query(`LISTEN ${NAME}`);
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }
    return {
      async send(messages) {
        await client.query('SELECT pg_notify($1, message) FROM unnest($2::text[]) AS message', [
          NAME,
          messages,
        ]);
      },
      async close() {
        await Promise.race([client.end(), delay(CLOSE_MS, undefined, { ref: false })]);
      },
    };
  };
}
