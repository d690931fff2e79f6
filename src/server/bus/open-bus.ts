import { ChannelBus } from './channel-bus.ts';
import { POSTGRES_MESSAGE_BYTES, postgresChannel } from './postgres-channel.ts';
import { REDIS_MESSAGE_BYTES, redisChannel } from './redis-channel.ts';
import type { Config } from '#src/server/config/config.ts';
import type { Log } from '#src/server/log/log.ts';

/** The bus to the other servers from `config`; null on a database file, which has one server. */
export function openBus(
  { busDatabaseUrl, redisUrl }: Pick<Config, 'busDatabaseUrl' | 'redisUrl'>,
  log: Log,
  onReturn?: (seconds: number) => void,
): ChannelBus | null {
  if (busDatabaseUrl === null) return null;
  return redisUrl === null
    ? new ChannelBus({
        open: postgresChannel(busDatabaseUrl),
        maxMessageBytes: POSTGRES_MESSAGE_BYTES,
        log,
        onReturn,
      })
    : new ChannelBus({ open: redisChannel(redisUrl), maxMessageBytes: REDIS_MESSAGE_BYTES, log, onReturn });
}
