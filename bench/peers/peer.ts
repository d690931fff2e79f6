/** The functions of each side of the comparison. */
export interface Peer {
  readonly name: string;
  /** The durability of a change on the server by the time another device has it. */
  readonly durability: string;
  /** Starts a new, empty server. If `publicUrl` is given, devices reach it there, through a proxy. */
  start(publicUrl?: string): Promise<PeerServer>;
  /** A new device of the user, possibly not in step yet. */
  openDevice(url: string, user: string): Promise<PeerDevice>;
  /** Makes this many users, if the peer has users; returns their names. May restart the server. */
  makeUsers(server: PeerServer, count: number): Promise<readonly string[]>;
  /** Connects an idle device. */
  connect(url: string, user: string): Promise<void>;
}

export interface PeerServer {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

export interface PeerTask {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly date: string;
  readonly createdAt: number;
  readonly done: boolean;
}

/** One device, whose rows are in memory. */
export interface PeerDevice {
  add(task: PeerTask): void;
  rename(id: string, name: string): void;
  /** Undefined while the task is not there. */
  name(id: string): string | undefined;
  count(): number;
  /** Runs many writes with the peer's function for batches; no measure is about this. */
  batch(run: () => void): void;
  /** Returns a function that ends it. */
  onChange(listener: () => void): () => void;
  close(): unknown;
}

/** Resolves once `done` returns true, asked after each change. */
export function untilDevice(device: PeerDevice, done: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    if (done()) {
      resolve();
      return;
    }
    const stop = device.onChange(() => {
      if (!done()) return;
      stop();
      resolve();
    });
  });
}
