/** The percentiles of one measurement, in milliseconds. */
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

/**
 * Lets a server accept more than a user's 20,000 changes at once: otherwise it would soon slow down the
 * writers.
 */
export const UNPACED = { MUTATION_RATE: '1000000' };

/** One line of the report: a measured value beside its budget. */
export interface Row {
  readonly what: string;
  readonly measured: string;
  /** The lowest cost of the same work here, measured in the same run; missing if there is none to compare. */
  readonly floor?: string;
  /** Measured over floor, or over the first of two sizes. */
  readonly ratio?: number;
  /** '' without a budget. */
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
