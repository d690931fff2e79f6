import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '#src/domain/id.ts';

interface Message {
  readonly to: string;
  readonly subject?: string;
  readonly text: string;
}

/**
 * Messages of a server without a way to send them: files in DATA_DIR/outbox, also printed for the operator.
 */
export class Outbox {
  readonly #folder: string;
  readonly #print: (line: string) => void;

  constructor(dataDir: string, print: (line: string) => void) {
    this.#folder = join(dataDir, 'outbox');
    this.#print = print;
  }

  async add({ to, subject, text }: Message): Promise<void> {
    const whole = `To: ${to}\n${subject === undefined ? '' : `Subject: ${subject}\n`}\n${text}\n`;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    // Ids rise with time, so that the files sort by time.
    await writeFile(join(this.#folder, `${newId()}.txt`), whole, { mode: 0o600, flag: 'wx' });
    this.#print(`--- a message that nothing is set up to send ---\n${whole}---`);
  }
}
