import { isKnownMutation, type Mutation } from '#src/tables/operations.ts';
import {
  Link,
  type ConnectionState,
  type ReceivedPatch,
  type SocketEvents,
} from '#src/sync/client/connection/link.ts';
import { type ClientMessage, type Outcome, type Push, type ServerMessage } from '#src/sync/protocol.ts';
import { formatFor, NEWEST_FORMAT } from '#src/sync/wire.ts';
import { readFrame } from './frames.ts';

/** One connection attempt of a link; the test plays the server. */
export class HarnessSocket {
  readonly events: SocketEvents;
  readonly sent: ClientMessage[] = [];
  closedByLink = false;

  constructor(events: SocketEvents) {
    this.events = events;
  }

  get pushes(): Push[] {
    return this.sent.filter((message) => message.type === 'push');
  }

  /** Sends an empty patch with these outcomes. */
  acknowledge(...outcomes: readonly Outcome[]): void {
    this.receive({
      type: 'patch',
      from: 0,
      to: 0,
      rows: {},
      changes: {},
      outcomes,
      rest: null,
    });
  }

  receive(message: ServerMessage | string): void {
    const frame =
      typeof message === 'string' ? message : JSON.stringify(formatFor(NEWEST_FORMAT).encodeMessage(message));
    this.events.received(frame);
  }
}

interface HarnessTimer {
  readonly ms: number;
  readonly run: () => void;
}

/** A link between a simulated device and a simulated server. The test controls the time. */
export class LinkHarness {
  readonly link: Link;
  readonly sockets: HarnessSocket[] = [];
  readonly states: ConnectionState[] = [];
  readonly patches: ReceivedPatch[] = [];
  readonly beats: number[] = [];
  readonly unsendable: Mutation[] = [];
  timers: HarnessTimer[] = [];
  /** The unsent mutations of the device, all durable. */
  outbox: Mutation[] = [];
  version = 7;
  loadedAt = 0;
  random = 0;
  now = 1_000_000;

  constructor() {
    this.link = new Link({
      userId: 'ada',
      connect: (events) => {
        const socket = new HarnessSocket(events);
        this.sockets.push(socket);
        return {
          send: (text) => socket.sent.push(readFrame(text)),
          close: () => (socket.closedByLink = true),
        };
      },
      startTimer: (ms, run) => {
        const timer = { ms, run };
        this.timers.push(timer);
        return () => (this.timers = this.timers.filter((other) => other !== timer));
      },
      random: () => this.random,
      now: () => this.now,
      cursor: () => ({ version: this.version, loadedAt: this.loadedAt }),
      waiting: (accept) => {
        const rejected = this.outbox.findIndex((mutation) => !accept(mutation));
        return this.outbox.slice(0, rejected < 0 ? this.outbox.length : rejected);
      },
      onPatch: (patch) => this.patches.push(patch),
      onBeat: (version) => this.beats.push(version),
      onState: (state) => this.states.push(state),
      onDropped: () => {},
      isKnown: isKnownMutation,
      onUnsendable: (mutation) => this.unsendable.push(mutation),
    });
  }

  /** The newest socket. */
  get socket(): HarnessSocket {
    const socket = this.sockets.at(-1);
    if (!socket) throw new Error('The link has not connected.');
    return socket;
  }

  /** The only running timer. */
  get timer(): HarnessTimer {
    const [timer, ...others] = this.timers;
    if (!timer || others.length > 0) throw new Error(`${this.timers.length} timers run.`);
    return timer;
  }

  /** Fires the only running timer. */
  elapse(): void {
    const { timer } = this;
    this.timers = [];
    timer.run();
  }

  /** Lets no message come on the newest socket until the link gives it up. Returns the ms that the link waited. */
  fallSilent(): number {
    const { socket } = this;
    let waited = 0;
    while (!socket.closedByLink) {
      waited += this.timer.ms;
      this.elapse();
    }
    return waited;
  }

  /** Stores the outcomes of these mutations: they leave the outbox. */
  settle(mutations: readonly Mutation[]): void {
    const ids = new Set(mutations.map(({ id }) => id));
    this.outbox = this.outbox.filter(({ id }) => !ids.has(id));
    this.link.settled(ids);
  }

  /** Starts the link and opens its first socket to a server without news. */
  open(): this {
    this.link.start();
    return this.welcome();
  }

  /** Opens the newest socket to a server without news. */
  welcome(): this {
    this.socket.events.opened();
    this.socket.acknowledge();
    this.settle([]);
    return this;
  }
}
