import { SunglowError } from '#src/domain/errors.ts';
import { UnknownFile } from '#src/file/source/source.ts';
import type { Operation } from '#src/tables/operations.ts';
import { TABLE_NAMES } from '#src/tables/tables.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { dayContextOf } from '#src/web/data/day-context.ts';
import type { ImportAnswer, ImportQuestion, ShownPlan } from './import-session.ts';
import type { ImportReply } from './import-worker.ts';

/** The number of rows in a message: copying more would hold up the tab. */
const ROWS_A_MESSAGE = 1_000;

const readings = new WeakMap<File, ImportReading>();

/** A chosen file that a worker reads and plans, so that the tab stays free. */
export class ImportReading {
  /** Resolves once the file is recognized. Rejects with UnknownFile. */
  readonly read: Promise<unknown>;
  readonly #file: File;
  readonly #replica: Replica;
  readonly #worker = new Worker(new URL('import-worker.ts', import.meta.url), { type: 'module' });
  readonly #waiting: PromiseWithResolvers<ImportAnswer>[] = [];
  #hasRows: Promise<void> | null = null;

  constructor(file: File, replica: Replica) {
    this.#file = file;
    this.#replica = replica;
    this.#worker.addEventListener('message', ({ data }: MessageEvent<ImportReply>) => {
      const asked = this.#waiting.shift();
      if (!('problem' in data)) asked?.resolve(data.answer);
      else if (data.code === 'STORAGE_FAILED') asked?.reject(new SunglowError(data.code, data.problem));
      else asked?.reject(new UnknownFile(data.problem));
    });
    this.#worker.addEventListener('error', () => {
      for (const { reject } of this.#waiting.splice(0))
        reject(new UnknownFile('This file could not be read.'));
    });
    const context = { ...dayContextOf(replica), at: Date.now() };
    this.read = this.#ask({ type: 'read', file, context });
    // The plan rejects with the same error.
    this.read.catch(() => {});
  }

  /** The plan, with the topmost collections `under` one of the user; null: beside them. Rejects with UnknownFile. */
  async plan(under: string | null): Promise<ShownPlan> {
    await this.read;
    await (this.#hasRows ??= this.#giveRows());
    return (await this.#ask({ type: 'plan', userId: this.#replica.userId, under })) as ShownPlan;
  }

  /** Some operations of the newest plan. */
  async operations(start: number, count: number): Promise<readonly Operation[]> {
    return (await this.#ask({ type: 'operations', start, count })) as readonly Operation[];
  }

  /** Stores the newest plan, so that another tab can go on with it: see storeImport. */
  async store(id: string): Promise<boolean> {
    const question = { userId: this.#replica.userId, id, fileName: this.#file.name, at: Date.now() };
    return (await this.#ask({ type: 'store', ...question })) as boolean;
  }

  /** Ends the worker. The file can be read anew. */
  close(): void {
    readings.delete(this.#file);
    this.#worker.terminate();
  }

  /** Waits for each answer, so that the tab can render meanwhile. */
  async #giveRows(): Promise<void> {
    await this.#replica.whenAll();
    for (const table of TABLE_NAMES) {
      const rows = [...this.#replica.rows(table)];
      for (let start = 0; start < rows.length; start += ROWS_A_MESSAGE)
        await this.#ask({ type: 'rows', table, rows: rows.slice(start, start + ROWS_A_MESSAGE) });
    }
  }

  #ask(question: ImportQuestion): Promise<ImportAnswer> {
    const asked = Promise.withResolvers<ImportAnswer>();
    this.#waiting.push(asked);
    this.#worker.postMessage(question);
    return asked.promise;
  }
}

/** The reading of a chosen file, begun at the first call. */
export function readingOf(file: File, replica: Replica): ImportReading {
  const reading = readings.get(file) ?? new ImportReading(file, replica);
  readings.set(file, reading);
  return reading;
}
