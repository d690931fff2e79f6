import { join } from 'node:path';

const BIN = '/usr/lib/postgresql/15/bin';
/** The password of all accounts: only this machine reaches them. */
export const PASSWORD = 'of nobody else';

/** In seconds. Far shorter than Patroni's defaults (30, 10, 10), so that ten rounds take minutes. */
export const TIMES = { ttl: 6, loop_wait: 1, retry_timeout: 2 };

/** The addresses of a node's PostgreSQL and Patroni's REST. */
interface ProxiedNode {
  readonly name: string;
  readonly port: number;
  readonly rest: number;
}

/** Patroni's configuration of one node. `folder` belongs to it; `etcd`: the port of etcd. */
export function nodeConfig(folder: string, name: string, port: number, rest: number, etcd: number) {
  const account = (username: string) => ({ username, password: PASSWORD });
  return {
    scope: 'sunglow',
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
    etcd3: { host: `127.0.0.1:${etcd}` },
    bootstrap: {
      dcs: {
        ...TIMES,
        // A commit is answered once a second machine has it on disk; without a second one, writes wait.
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            max_connections: 100,
            shared_buffers: '64MB',
            // A standby that asks a new primary too early asks again after this; the first write waits for it
            // (5 s by default).
            wal_retrieve_retry_interval: '500ms',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: join(folder, 'data'),
      bin_dir: BIN,
      pgpass: join(folder, 'pgpass'),
      authentication: {
        superuser: account('postgres'),
        replication: account('replicator'),
        rewind: account('rewinder'),
      },
      parameters: { unix_socket_directories: '' },
      pg_hba: [
        'host replication replicator 127.0.0.1/32 scram-sha-256',
        'host all all 127.0.0.1/32 scram-sha-256',
      ],
    },
  };
}

/** Connections to a former primary are cut: they could only read there. */
export function proxyConfig(port: number, nodes: readonly ProxiedNode[]): string {
  const servers = nodes.map(
    ({ name, port, rest }) => `  server ${name} 127.0.0.1:${port} check port ${rest}`,
  );
  return `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 2s
listen sunglow
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`;
}
