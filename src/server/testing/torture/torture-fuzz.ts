import type { RejectionCode } from '#src/domain/errors.ts';
import type { Mutation } from '#src/tables/operations.ts';
import { hostile, type Hostile } from '#src/server/testing/sockets/hostile-frames.ts';
import { Inspector, type Memory } from '#src/server/testing/processes/inspector.ts';
import { frame, RawSocket, type RawEvent } from '#src/server/testing/sockets/raw-socket.ts';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import { checkStored, readStored } from './torture-check.ts';
import { MutationMaker } from './torture-mutations.ts';
import type { Patch } from '#src/sync/protocol.ts';
import { parseServerMessage } from '#src/sync/parse-message.ts';
import { helloOf, pushOf } from '#src/sync/testing/frames.ts';
import { signUp, type Account } from '#src/sync/testing/node-device.ts';
import { Random } from '#src/sync/testing/random.ts';

const ATTACKERS = 8;
const FRAMES_PER_MEASURE = 1_000;
const MEBIBYTE = 1_048_576;
/** The most resident memory of the server at any time. */
const MOST_RESIDENT_BYTES = 512 * MEBIBYTE;
const LEAK = 1.1;

export interface FuzzReport {
  readonly frames: number;
  readonly before: Memory;
  readonly after: Memory;
  readonly peak: Memory;
  /** The number of frames of each kind. */
  readonly kinds: ReadonlyMap<string, number>;
  readonly problems: readonly string[];
}

/** Sends the server `frames` hostile frames, with valid ones in between; returns its mistakes. */
export async function tortureByFrames(seed: number, frames: number): Promise<FuzzReport> {
  const server = await ServerProcess.start({
    env: { LOG_LEVEL: 'silent', NODE_OPTIONS: '--inspect=127.0.0.1:0' },
  });
  try {
    const inspector = await Inspector.attach(server.stderr);
    const attackers: Attacker[] = [];
    for (let i = 0; i < ATTACKERS; i++)
      attackers.push(await Attacker.create(await signUp(server.url), new Random(seed * ATTACKERS + i)));
    const attack = async (count: number) => {
      const ended = server.ended.then(() => {
        throw new Error(`The server ended by itself:\n${server.stdout}${server.stderr}`);
      });
      const attacks = attackers.map((attacker) => attacker.attack(Math.ceil(count / ATTACKERS)));
      await Promise.race([Promise.all(attacks), ended]);
    };

    await attack(Math.min(frames / 4, 5_000));
    const before = await inspector.settledMemory();
    let peak = before;
    for (let sent = 0; sent < frames; sent += FRAMES_PER_MEASURE) {
      await attack(Math.min(FRAMES_PER_MEASURE, frames - sent));
      const { heapUsed, rss } = await inspector.memory();
      peak = { heapUsed: Math.max(peak.heapUsed, heapUsed), rss: Math.max(peak.rss, rss) };
    }
    const after = await inspector.settledMemory();
    inspector.close();
    await server.kill();

    const problems = attackers.flatMap((attacker) => attacker.problems);
    const where = { dataDir: server.dataDir, databaseUrl: null };
    const stored = await readStored(
      where,
      attackers.map(({ userId }) => userId),
    );
    for (const [i, user] of stored.entries()) problems.push(...checkStored(user, attackers.slice(i, i + 1)));
    if (after.heapUsed > LEAK * before.heapUsed) problems.push('the heap has grown by more than a tenth');
    if (peak.rss > MOST_RESIDENT_BYTES) problems.push(`the server took ${peak.rss} bytes at a time`);
    return { frames, before, after, peak, kinds: count(attackers), problems };
  } finally {
    await server.dispose();
  }
}

/** One user with one socket at a time. */
class Attacker {
  readonly log: Mutation[] = [];
  readonly outcomes = new Map<string, RejectionCode | null>();
  readonly problems: string[] = [];
  readonly sent = new Map<string, number>();
  readonly #account: Account;
  readonly #random: Random;
  readonly #mutations: MutationMaker;
  #version = 0;

  static async create(account: Account, random: Random): Promise<Attacker> {
    const attacker = new Attacker(account, random);
    const socket = await attacker.#connect();
    await attacker.#push(socket, 100);
    socket.end();
    return attacker;
  }

  private constructor(account: Account, random: Random) {
    this.#account = account;
    this.#random = random;
    this.#mutations = new MutationMaker(random);
  }

  get userId(): string {
    return this.#account.userId;
  }

  async attack(times: number): Promise<void> {
    for (let i = 0; i < times; i++) {
      const attack = hostile(this.#random, this.userId, this.#taskIds());
      this.sent.set(attack.what, (this.sent.get(attack.what) ?? 0) + 1);
      const socket = attack.beforeHello ? await RawSocket.open(this.#account) : await this.#connect();
      if (!attack.beforeHello && this.#random.chance(0.05))
        await this.#push(socket, 1 + this.#random.integer(5));
      for (const bytes of attack.bytes) socket.write(bytes);
      if (attack.codes === null) socket.end();
      else await this.#expectClose(socket, attack, attack.codes);
    }
  }

  async #expectClose(
    socket: RawSocket,
    { what, isPartlyRight }: Hostile,
    codes: readonly number[],
  ): Promise<void> {
    let event: RawEvent = await nextOf(socket);
    if (event.type === 'text' && !isPartlyRight)
      this.problems.push(`${what} was answered: ${event.text.slice(0, 200)}`);
    while (event.type === 'text') event = await nextOf(socket);
    if (event.type === 'gone') {
      this.problems.push(`${what}: the connection ended without a word`);
      return;
    }
    if (!codes.includes(event.code) || event.reason === '')
      this.problems.push(
        `${what} was closed with ${event.code} "${event.reason}" instead of ${codes.join()}`,
      );
    while (event.type !== 'gone') event = await nextOf(socket);
  }

  /** A socket whose hello has been answered. */
  async #connect(): Promise<RawSocket> {
    const socket = await RawSocket.open(this.#account);
    const { userId } = this;
    const hello = helloOf(userId, { version: this.#version });
    await this.#ask(socket, hello);
    return socket;
  }

  async #push(socket: RawSocket, count: number): Promise<void> {
    const mutations = Array.from({ length: count }, () => this.#mutations.next());
    this.log.push(...mutations);
    let answered = 0;
    for (
      let patch = await this.#ask(socket, pushOf(mutations));
      patch !== null;
      patch = await this.#nextPatch(socket)
    ) {
      for (const { id, rejection } of patch.outcomes) this.outcomes.set(id, rejection);
      answered += patch.outcomes.length;
      if (answered === count) return;
    }
  }

  async #ask(socket: RawSocket, message: object): Promise<Patch | null> {
    socket.write(frame(JSON.stringify(message)));
    return this.#nextPatch(socket);
  }

  async #nextPatch(socket: RawSocket): Promise<Patch | null> {
    const event = await nextOf(socket);
    if (event.type !== 'text') {
      this.problems.push(`what was right became ${JSON.stringify(event)}`);
      return null;
    }
    const patch = parseServerMessage(event.text) as Patch;
    this.#version = patch.to;
    return patch;
  }

  #taskIds(): string[] {
    return this.log.flatMap(({ name, args }) => (name === 'task.add' ? args.id : []));
  }
}

/** The server's next action, without its beats, which come at any time. */
async function nextOf(socket: RawSocket): Promise<RawEvent> {
  for (;;) {
    const event = await socket.next();
    if (event.type !== 'text' || !event.text.startsWith('["beat"')) return event;
  }
}

function count(attackers: readonly Attacker[]): Map<string, number> {
  const kinds = new Map<string, number>();
  for (const { sent } of attackers)
    for (const [what, times] of sent) kinds.set(what, (kinds.get(what) ?? 0) + times);
  return kinds;
}
