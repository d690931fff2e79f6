import { once } from 'node:events';
import { WebSocket } from 'ws';

/** All sizes in bytes. */
export interface Memory {
  readonly heapUsed: number;
  readonly rss: number;
}

/** The debugger interface of a Node.js process started with --inspect. */
export class Inspector {
  readonly #socket: WebSocket;
  #calls = 0;

  /** `printed`: the standard error of the process, which contains the address. */
  static async attach(printed: string): Promise<Inspector> {
    const url = /ws:\/\/\S+/.exec(printed)?.[0];
    if (url === undefined) throw new Error(`No debugger's address in:\n${printed}`);
    const socket = new WebSocket(url, { perMessageDeflate: false });
    await once(socket, 'open');
    return new Inspector(socket);
  }

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  async memory(): Promise<Memory> {
    const { result } = await this.#call<{ result: { value: Memory } }>('Runtime.evaluate', {
      expression: 'process.memoryUsage()',
      returnByValue: true,
    });
    return result.value;
  }

  /** The memory after full garbage collections. */
  async settledMemory(): Promise<Memory> {
    // Several times: objects released by finalizers go with the next one.
    for (let i = 0; i < 3; i++) await this.#call('HeapProfiler.collectGarbage', {});
    return this.memory();
  }

  close(): void {
    this.#socket.terminate();
  }

  #call<Result>(method: string, params: object): Promise<Result> {
    const id = ++this.#calls;
    return new Promise((resolve) => {
      const listen = (data: Buffer) => {
        const message = JSON.parse(data.toString()) as { id?: number; result: Result };
        if (message.id !== id) return;
        this.#socket.off('message', listen);
        resolve(message.result);
      };
      this.#socket.on('message', listen);
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }
}
