import type { WebSocket } from 'ws';

import type { RejectionCode } from '#src/domain/errors.ts';
import type { Mutation } from '#src/tables/operations.ts';
import { emptyRows } from '#src/tables/kit/overlay.ts';
import { CLOSE, MAX_BATCH, type Patch, type ServerMessage } from '#src/sync/protocol.ts';
import { parseServerMessage } from '#src/sync/parse-message.ts';
import { takeInPatch } from '#src/sync/testing/take-in-patch.ts';
import { helloOf, pushOf } from '#src/sync/testing/frames.ts';
import { openSocket, type Account } from '#src/sync/testing/node-device.ts';
import type { Random } from '#src/sync/testing/random.ts';
import type { MutationMaker } from './torture-mutations.ts';

const OPEN = 1;
const FRAMES_IN_FLIGHT = 3;
const LONGEST_RETRY_MS = 80;

export interface TortureDeviceOptions {
  readonly account: Account;
  readonly random: Random;
  readonly mutations: MutationMaker;
  readonly onPush: () => void;
}

/**
 * A device that writes without a pause, in several frames at once. It sends some of them twice, and after
 * each break all unanswered mutations, in other batches. It records every forbidden action of the server.
 */
export class TortureDevice {
  /** All its writes in order, and their outcomes from the server. */
  readonly log: Mutation[] = [];
  readonly outcomes = new Map<string, RejectionCode | null>();
  readonly rows = emptyRows();
  readonly problems: string[] = [];
  readonly #options: TortureDeviceOptions;
  readonly #settled = Promise.withResolvers<void>();
  #caughtUp = Promise.withResolvers<void>();
  #socket: WebSocket | null = null;
  #version = 0;
  /** A device pushes nothing before the answer to hello is complete (sync rule W16). */
  #isGreeted = false;
  /** The length of the log's part that was sent on this socket, or answered before. */
  #sent = 0;
  /** The numbers of mutations without an outcome in each frame in flight, oldest first. */
  #inFlight: number[] = [];
  #state: 'writing' | 'finishing' | 'closed' = 'writing';

  constructor(options: TortureDeviceOptions) {
    this.#options = options;
    this.#connect();
  }

  /** Ends the writing; resolves once everything is answered and it is in step with the server. */
  finish(): Promise<void> {
    this.#state = 'finishing';
    this.#pump();
    return this.#settled.promise;
  }

  /** Reconnects; resolves once it is in step with the server. */
  catchUp(): Promise<void> {
    this.#caughtUp = Promise.withResolvers<void>();
    this.#socket?.terminate();
    return this.#caughtUp.promise;
  }

  close(): void {
    this.#state = 'closed';
    this.#socket?.terminate();
  }

  #connect(): void {
    const { account, random } = this.#options;
    const socket = openSocket(account);
    this.#socket = socket;
    this.#isGreeted = false;
    this.#inFlight = [];
    this.#sent = this.log.findIndex(({ id }) => !this.outcomes.has(id));
    if (this.#sent < 0) this.#sent = this.log.length;
    socket.on('error', () => {});
    socket.on('open', () => {
      const { userId } = account;
      this.#send(helloOf(userId, { version: this.#version }));
    });
    socket.on('message', (data: Buffer) => this.#receive(parseServerMessage(data.toString())));
    socket.on('close', (code, reason) => {
      if (code >= 4000 && code !== CLOSE.MOVE)
        this.problems.push(`it was closed with ${code}: ${reason.toString()}`);
      if (this.#state !== 'closed') setTimeout(() => this.#connect(), random.integer(LONGEST_RETRY_MS));
    });
  }

  #receive(message: ServerMessage): void {
    if (message.type !== 'patch') return;
    this.#apply(message);
    for (const { id, rejection } of message.outcomes) {
      if (this.outcomes.has(id) && this.outcomes.get(id) !== rejection)
        this.problems.push(`${id} became ${rejection}, after it had become ${this.outcomes.get(id)}`);
      this.outcomes.set(id, rejection);
    }
    this.#answered(message.outcomes.length);
    if (message.rest) {
      this.#send({ type: 'pull', version: message.to });
      return;
    }
    this.#isGreeted = true;
    this.#caughtUp.resolve();
    this.#pump();
  }

  /** A frame may be answered in parts, and several frames at once (sync rules W5 and W16). */
  #answered(outcomes: number): void {
    for (let rest = outcomes; rest > 0;) {
      const [oldest = rest] = this.#inFlight;
      if (oldest > rest) this.#inFlight[0] = oldest - rest;
      else this.#inFlight.shift();
      rest -= Math.min(oldest, rest);
    }
  }

  #apply(patch: Patch): void {
    if (patch.from > this.#version) this.problems.push(`a patch from ${patch.from} at ${this.#version}`);
    // A version is sent only after its commit: a server with an older version has lost that commit.
    if (patch.to < this.#version)
      this.problems.push(`the server went back from ${this.#version} to ${patch.to}`);
    for (const id of takeInPatch(this.rows, patch))
      this.problems.push(`a change of ${id}, which it was never sent`);
    this.#version = patch.to;
  }

  #pump(): void {
    const { random, mutations, onPush } = this.#options;
    if (!this.#isGreeted) return;
    while (this.#socket?.readyState === OPEN && this.#inFlight.length < FRAMES_IN_FLIGHT) {
      if (this.#sent > 0 && random.chance(0.05)) {
        const start = random.integer(this.#sent);
        this.#push(this.log.slice(start, Math.min(this.#sent, start + 20)));
        continue;
      }
      const count = random.chance(0.03) ? 1 + random.integer(MAX_BATCH) : 1 + random.integer(8);
      const end = this.#sent + count;
      while (this.#state === 'writing' && this.log.length < end) this.log.push(mutations.next());
      const batch = this.log.slice(this.#sent, end);
      if (batch.length === 0) break;
      this.#sent += batch.length;
      this.#push(batch);
      onPush();
    }
    if (this.#state === 'finishing' && this.#inFlight.length === 0 && this.outcomes.size === this.log.length)
      this.#settled.resolve();
  }

  #push(mutations: readonly Mutation[]): void {
    this.#inFlight.push(mutations.length);
    this.#send(pushOf(mutations));
  }

  #send(message: object): void {
    if (this.#socket?.readyState === OPEN) this.#socket.send(JSON.stringify(message));
  }
}
