/** Numbers of one measurement, in milliseconds. */
export interface Distribution {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export function distribution(samples: readonly number[]): Distribution {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** A server needs it that is to take more than a user's 20,000 changes at once: else it would soon slow down whoever writes them. */
export const UNPACED = { MUTATION_RATE: '1000000' };

/** One line of the report: what was measured beside what it is held against. */
export interface Row {
  readonly what: string;
  readonly measured: string;
  /** What the same work costs at the least here, measured in the same run; or nothing to compare with. */
  readonly floor?: string;
  /** Measured over floor, or over the first of two sizes. */
  readonly ratio?: number;
  /** '' where there is none. */
  readonly budget: string;
  readonly kept: boolean | null;
}

export function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 0)} ms`;
}

export function printRows(rows: readonly Row[]): void {
  console.log('| what | measured | floor | ratio | budget | |');
  console.log('|---|---|---|---|---|---|');
  for (const { what, measured, floor = '', ratio, budget, kept } of rows) {
    const shown = ratio === undefined ? '' : `${ratio.toFixed(2)}x`;
    const outcome = kept === null ? '' : kept ? 'kept' : '**missed**';
    console.log(`| ${what} | ${measured} | ${floor} | ${shown} | ${budget} | ${outcome} |`);
  }
}
