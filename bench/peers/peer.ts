/** What every side of the comparison can do. */
export interface Peer {
  readonly name: string;
  /** What of a change is on the disk when another device has it. */
  readonly durability: string;
  /** A fresh server with nothing in it. It is reached at `publicUrl`, when that is given, by way of a proxy. */
  start(publicUrl?: string): Promise<PeerServer>;
  /** A new device of the user; it need not have everything yet. */
  openDevice(url: string, user: string): Promise<PeerDevice>;
  /** Makes so many users, if there is something to make; returns how to name them. May start the server anew. */
  makeUsers(server: PeerServer, count: number): Promise<readonly string[]>;
  /** A device that is connected and does nothing. */
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
  /** Runs many writes as what it has for that; none of the measures is about this. */
  batch(run: () => void): void;
  /** Returns what ends it. */
  onChange(listener: () => void): () => void;
  close(): unknown;
}

/** Resolves once `done` says so, asking after each change. */
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
