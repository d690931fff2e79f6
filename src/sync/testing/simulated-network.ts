import type { Socket, SocketEvents } from '#src/sync/client/connection/link.ts';
import type { HubConnection } from '#src/sync/server/hub.ts';
import { CLOSE } from '#src/sync/protocol.ts';
import { TODAYS, type Release } from './releases.ts';
import type { SimulatedServer } from './simulated-server.ts';
import type { Process, World } from './world.ts';

/** The probability of each fault, per frame or attempt. All 0 repairs the network. */
export interface NetworkFaults {
  /** The connection goes silent: no more frames arrive, and neither side learns it. */
  silence: number;
  /** The connection breaks, and both sides learn it. */
  cut: number;
  /** A frame arrives twice. */
  duplicate: number;
  /** A connection attempt fails. */
  reject: number;
}

const ABNORMAL_CLOSURE = 1006;

/** WebSockets between tabs and servers. The frames of one direction stay in order, and take any time. */
export class SimulatedNetwork {
  readonly #world: World;
  readonly #open = new Set<SimulatedConnection>();
  faults: NetworkFaults = { silence: 0, cut: 0, duplicate: 0, reject: 0 };
  /** The running servers. A connection goes to any of them. */
  servers: readonly SimulatedServer[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  /** Connects a tab that runs the release `app`. */
  connect(tab: Process, userId: string, events: SocketEvents, app: Release = TODAYS): Socket {
    const connection = new SimulatedConnection(this.#world, this, tab, events);
    this.#world.later(tab, () => {
      const { random } = this.#world;
      if (this.servers.length === 0 || random.chance(this.faults.reject))
        return events.closed(ABNORMAL_CLOSURE);
      this.#open.add(connection);
      connection.accept(random.pick(this.servers), app, userId);
    });
    return { send: (text) => connection.sendToServer(text), close: () => connection.closeByTab() };
  }

  /** Breaks every connection of a process that has died or is frozen. */
  cutAll(dead: Process): void {
    for (const connection of this.#open) if (connection.belongsTo(dead)) connection.cut(ABNORMAL_CLOSURE);
  }

  forget(connection: SimulatedConnection): void {
    this.#open.delete(connection);
  }
}

class SimulatedConnection {
  readonly #world: World;
  readonly #network: SimulatedNetwork;
  readonly #tab: Process;
  readonly #events: SocketEvents;
  #server: Process | null = null;
  #hubConnection: HubConnection | null = null;
  #broken = false;
  #silent = false;
  readonly #toServer: string[] = [];
  readonly #toTab: string[] = [];

  constructor(world: World, network: SimulatedNetwork, tab: Process, events: SocketEvents) {
    this.#world = world;
    this.#network = network;
    this.#tab = tab;
    this.#events = events;
  }

  belongsTo(process: Process): boolean {
    return this.#tab === process || this.#server === process;
  }

  accept(server: SimulatedServer, app: Release, userId: string): void {
    if (this.#broken) return;
    this.#server = server.process;
    this.#hubConnection = server.connect(app, userId, {
      send: (text) => this.#sendToTab(text),
      close: (code) => {
        const { coverage } = this.#world;
        if (code === CLOSE.UPGRADE) coverage.saw('upgradeAsked');
        if (code === CLOSE.BAD_MUTATION) coverage.saw('unknownMutation');
        this.cut(code);
      },
    });
    this.#world.later(this.#tab, () => !this.#broken && this.#events.opened());
  }

  sendToServer(text: string): void {
    if (this.#server)
      this.#send(this.#toServer, this.#server, text, (frame) => this.#hubConnection?.receive(frame));
  }

  closeByTab(): void {
    this.#end();
  }

  /** Breaks the connection. Frames on their way are lost, and each living side learns it in its own time. */
  cut(code: number): void {
    if (this.#broken) return;
    this.#end();
    if (!this.#silent) this.#world.later(this.#tab, () => this.#events.closed(code));
  }

  #sendToTab(text: string): void {
    this.#send(this.#toTab, this.#tab, text, (frame) => this.#events.received(frame));
  }

  #send(queue: string[], receiver: Process, text: string, receive: (frame: string) => void): void {
    const { random } = this.#world;
    const { faults } = this.#network;
    if (this.#broken) return;
    if (random.chance(faults.cut)) return this.cut(ABNORMAL_CLOSURE);
    if (random.chance(faults.silence)) this.#silent = true;
    const copies = random.chance(faults.duplicate) ? 2 : 1;
    for (let copy = 0; copy < copies; copy++) {
      queue.push(text);
      this.#world.later(receiver, () => {
        const frame = queue.shift();
        if (frame !== undefined && !this.#broken && !this.#silent) receive(frame);
      });
    }
  }

  #end(): void {
    if (this.#broken) return;
    this.#broken = true;
    this.#network.forget(this);
    const hubConnection = this.#hubConnection;
    if (hubConnection && this.#server) this.#world.later(this.#server, () => hubConnection.closed());
  }
}
