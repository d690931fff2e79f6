import { Connection, type ClientSocket } from './connection.ts';
import { Room, type RoomOptions } from './room.ts';

/** What the transport tells the hub about one socket. */
export interface HubConnection {
  receive(text: string): void;
  closed(): void;
}

/** Answers the devices' messages, and hands each user's changes to all of the user's connected devices. */
export class Hub {
  readonly #options: RoomOptions;
  readonly #rooms = new Map<string, Room>();

  constructor(options: RoomOptions) {
    this.#options = options;
  }

  /** Takes in a socket whose session belongs to `userId`. Nothing is sent to it before its hello. */
  connect(userId: string, socket: ClientSocket): HubConnection {
    const room = this.#rooms.get(userId) ?? new Room(userId, this.#options);
    this.#rooms.set(userId, room);
    const connection = new Connection(socket);
    room.connections.add(connection);
    return {
      receive: (text) => room.receive(connection, text),
      closed: () => {
        room.connections.delete(connection);
        void this.#dropWhenEmpty(userId, room);
      },
    };
  }

  /** Tells every device the version of its user; the server calls it every BEAT_INTERVAL_MS. */
  beat(): void {
    for (const room of this.#rooms.values()) room.beat();
  }

  /** Resolves when every message received so far has been dealt with. */
  async drain(): Promise<void> {
    await Promise.all([...this.#rooms.values()].map((room) => room.idle()));
  }

  /** Waits for what the room is still doing: a second room beside it would not hear of a push under way in the first. */
  async #dropWhenEmpty(userId: string, room: Room): Promise<void> {
    await room.idle();
    if (room.connections.size === 0 && this.#rooms.get(userId) === room) this.#rooms.delete(userId);
  }
}
