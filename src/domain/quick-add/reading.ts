import type { RepeatRead } from '#src/domain/quick-add/grammar/repeats.ts';
import type { Strength } from '#src/domain/quick-add/grammar/day-read.ts';
import type { Part } from './types.ts';

type WithoutSpan<T> = T extends unknown ? Omit<T, 'from' | 'to'> : never;
export type Found = WithoutSpan<Part>;

/** A way to understand some words, from one token to before `next`. */
export interface Reading {
  readonly at: number;
  readonly next: number;
  readonly found: readonly Found[];
  readonly strength: Strength;
  /** True when a word before it marks it: `on`, `in`, `next`. */
  readonly isIntroduced?: boolean;
  /** True when a sign marks it, so that no word has to. */
  readonly isSign?: boolean;
  /** The rule and limits of a repeat. */
  readonly repeat?: RepeatRead;
}
