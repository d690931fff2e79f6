import { ChannelBus } from '#src/server/bus/channel-bus.ts';
import { POSTGRES_MESSAGE_BYTES, postgresChannel } from '#src/server/bus/postgres-channel.ts';
import type { Config } from '#src/server/config/config.ts';
import type { Log } from '#src/server/log.ts';

/** The way to the other servers, as `config` says; null on a database file, which has one server. */
export function openBus({ databaseUrl }: Pick<Config, 'databaseUrl'>, log: Log): ChannelBus | null {
  if (databaseUrl === null) return null;
  return new ChannelBus({ open: postgresChannel(databaseUrl), maxMessageBytes: POSTGRES_MESSAGE_BYTES, log });
}
