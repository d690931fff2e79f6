import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';

import { freePort } from '#src/server/testing/processes/free-port.ts';
import { nodeConfig, PASSWORD, proxyConfig } from './configs.ts';
import { Daemon, postgresOwner, type Owner } from './daemon.ts';

const NODES = 3;
const POLL_MS = 25;

/** A node's report about one member, as far as it is used here. */
interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly lag?: number | string;
}

interface Node {
  readonly name: string;
  readonly folder: string;
  readonly port: number;
  readonly rest: number;
  daemon: Daemon;
}

/**
 * A killed primary. `elected` and `promoted`: the times (ms of `performance.now`) when another node led, and
 * when its PostgreSQL accepted writes.
 */
export interface Killed {
  readonly name: string;
  readonly elected: Promise<number>;
  readonly promoted: Promise<number>;
  /** Starts it again. */
  readonly restart: () => void;
}

/** Three PostgreSQL servers under Patroni, coordinated by etcd, with HAProxy in front of the primary. */
export class PatroniCluster {
  readonly #folder: string;
  readonly #owner: Owner;
  readonly #nodes: Node[] = [];
  readonly #others: Daemon[] = [];
  #proxyPort = 0;

  /** Starts everything; resolves once there is a primary with a synchronous standby. */
  static async start(): Promise<PatroniCluster> {
    const folder = mkdtempSync(join(tmpdir(), 'sunglow-ha-'));
    const cluster = new PatroniCluster(folder, await postgresOwner());
    try {
      await cluster.#start();
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  private constructor(folder: string, owner: Owner) {
    this.#folder = folder;
    this.#owner = owner;
    this.#give(folder);
  }

  /** The address of Sunglow's database, through HAProxy. */
  get url(): string {
    return `postgres://sunglow:${encodeURIComponent(PASSWORD)}@127.0.0.1:${this.#proxyPort}/sunglow`;
  }

  /** Kills the primary node, Patroni and PostgreSQL alike; resolves once both have ended. */
  async killPrimary(): Promise<Killed> {
    const primary = await this.#primary();
    const survivors = this.#nodes.filter((node) => node !== primary);
    // A standby's message is "ready to accept read-only connections".
    const promoted = Promise.race(
      survivors.map(({ daemon }) => daemon.timeOfLine('system is ready to accept connections')),
    );
    await killNode(primary);
    return {
      name: primary.name,
      elected: this.#primary().then(() => performance.now()),
      promoted,
      restart: () => (primary.daemon = this.#startNode(primary)),
    };
  }

  /** Resolves once all three are back and the primary has a synchronous standby. */
  async whole(): Promise<void> {
    await this.#until('three nodes', async () => {
      const members = await this.#members();
      const isStreaming = ({ role, state, lag }: Member) =>
        role !== 'leader' && ['running', 'streaming'].includes(state) && lag === 0;
      return (
        members.some(({ role }) => role === 'leader') &&
        members.some(({ role }) => role === 'sync_standby') &&
        members.filter((member) => member.role === 'leader' || isStreaming(member)).length === NODES
      );
    });
  }

  /** Stops everything, after failures too. */
  async stop(): Promise<void> {
    await Promise.all([...this.#nodes.map(killNode), ...this.#others.map((one) => one.kill())]);
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #start(): Promise<void> {
    const etcd = await this.#startEtcd();
    for (let n = 1; n <= NODES; n++) {
      const [name, port, rest] = [`node${n}`, await freePort(), await freePort()];
      const folder = join(this.#folder, name);
      mkdirSync(folder, { mode: 0o700 });
      this.#give(folder);
      writeFileSync(join(folder, 'patroni.yml'), JSON.stringify(nodeConfig(folder, name, port, rest, etcd)));
      const node = { name, folder, port, rest };
      this.#nodes.push({ ...node, daemon: this.#startNode(node) });
    }
    await this.whole();
    await this.#startProxy();
    await this.#createDatabase();
  }

  #startNode({ folder }: Pick<Node, 'folder'>): Daemon {
    return new Daemon('/usr/bin/patroni', [join(folder, 'patroni.yml')], this.#owner, folder, 'patroni');
  }

  async #startEtcd(): Promise<number> {
    const [client, peer] = [await freePort(), await freePort()];
    const [url, peerUrl] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`];
    const folder = join(this.#folder, 'etcd');
    mkdirSync(folder, { mode: 0o700 });
    this.#give(folder);
    const flags = {
      'data-dir': folder,
      'listen-client-urls': url,
      'advertise-client-urls': url,
      'listen-peer-urls': peerUrl,
      'initial-advertise-peer-urls': peerUrl,
      'initial-cluster': `default=${peerUrl}`,
    };
    const args = Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`);
    this.#others.push(new Daemon('/usr/bin/etcd', args, this.#owner, folder, 'etcd'));
    await this.#until('etcd', async () => (await fetch(`${url}/health`)).ok);
    return client;
  }

  async #startProxy(): Promise<void> {
    this.#proxyPort = await freePort();
    const path = join(this.#folder, 'haproxy.cfg');
    writeFileSync(path, proxyConfig(this.#proxyPort, this.#nodes));
    this.#others.push(
      new Daemon('haproxy', ['-db', '-f', path], {}, join(this.#folder, 'haproxy'), 'haproxy'),
    );
    // Before its first checks HAProxy takes all three for primaries, and uses each in turn.
    const canWrite = () => this.#query('postgres', 'postgres', 'begin read write; commit');
    await this.#until('HAProxy', async () => {
      for (let n = 0; n < NODES; n++) await canWrite();
      return true;
    });
  }

  async #createDatabase(): Promise<void> {
    await this.#query('postgres', 'postgres', `create role sunglow login password '${PASSWORD}'`);
    await this.#query('postgres', 'postgres', 'create database sunglow owner sunglow');
  }

  async #query(user: string, database: string, text: string): Promise<true> {
    const client = new Client({
      host: '127.0.0.1',
      port: this.#proxyPort,
      user,
      database,
      password: PASSWORD,
    });
    client.on('error', () => {});
    await client.connect();
    try {
      await client.query(text);
    } finally {
      await client.end();
    }
    return true;
  }

  /** The node that reports itself primary; waits for one if need be. */
  async #primary(): Promise<Node> {
    let found: Node | undefined;
    await this.#until('a primary', async () => {
      const answers = await Promise.all(this.#nodes.map((node) => this.#isPrimary(node)));
      found = this.#nodes[answers.indexOf(true)];
      return found !== undefined;
    });
    if (!found) throw new Error('There is no primary.');
    return found;
  }

  async #isPrimary({ rest, daemon }: Node): Promise<boolean> {
    if (!daemon.isRunning) return false;
    return fetch(`http://127.0.0.1:${rest}/primary`).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  async #members(): Promise<readonly Member[]> {
    for (const { rest, daemon } of this.#nodes) {
      if (!daemon.isRunning) continue;
      const response = await fetch(`http://127.0.0.1:${rest}/cluster`);
      return ((await response.json()) as { members: Member[] }).members;
    }
    return [];
  }

  /** Asks until the answer is true, for two minutes; an error counts as false. */
  async #until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + 120_000;
    for (;;) {
      const answer = await isSo().catch((error: unknown) => error);
      if (answer === true) return;
      if (performance.now() > deadline)
        throw new Error(`${what} did not come.\n${this.#logs()}`, { cause: answer });
      await delay(POLL_MS);
    }
  }

  #logs(): string {
    return this.#nodes
      .map(
        ({ name, folder }) => `${name}:\n${readFileSync(join(folder, 'patroni.log'), 'utf8').slice(-1_500)}`,
      )
      .join('\n');
  }

  #give(folder: string): void {
    const { uid, gid } = this.#owner;
    if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  }
}

/** Patroni starts a PostgreSQL that outlives it, so both are killed. */
async function killNode({ daemon, folder }: Node): Promise<void> {
  const pidFile = join(folder, 'data', 'postmaster.pid');
  const pid = existsSync(pidFile) ? Number.parseInt(readFileSync(pidFile, 'utf8'), 10) : 0;
  // A leftover file may name a process that now belongs to another program.
  const command = `/proc/${pid}/cmdline`;
  const isIts = existsSync(command) && readFileSync(command, 'utf8').includes(folder);
  await daemon.kill(...(isIts ? [pid] : []));
}
