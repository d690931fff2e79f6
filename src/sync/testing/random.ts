/** Random numbers from a seed. The same seed gives the same run. sfc32 (Chris Doty-Humphrey, PractRand). */
export class Random {
  #a: number;
  #b = 0x9e3779b9;
  #c = 0x243f6a88;
  #counter = 1;

  constructor(seed: number) {
    this.#a = seed | 0;
    this.#b ^= Math.floor(seed / 2 ** 32);
    for (let i = 0; i < 12; i++) this.#next();
  }

  /** From 0 up to 1, exclusive. */
  fraction(): number {
    return this.#next() / 2 ** 32;
  }

  /** From 0 up to `below`, exclusive. */
  integer(below: number): number {
    return Math.floor(this.fraction() * below);
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.integer(items.length)];
    if (item === undefined) throw new Error('Nothing to pick from.');
    return item;
  }

  /** A UUID of version 7 with the time `at` (ms since 1970 UTC). */
  uuid(at = 0): string {
    const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
    const any = (digits: number) => hex(this.integer(16 ** digits), digits);
    const time = hex(at, 12);
    return `${time.slice(0, 8)}-${time.slice(8)}-7${any(3)}-8${any(3)}-${any(6)}${any(6)}`;
  }

  #next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }
}
