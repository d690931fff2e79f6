import type { Repeat } from '#src/domain/repeat/complete.ts';
import { repeatInWords } from '#src/domain/repeat/words.ts';

/** How often a task repeats; its time is said already. */
export function RepeatWords({ rule, start }: Pick<Repeat, 'rule' | 'start'>) {
  return repeatInWords({ ...rule, clamp: false }, { ...start, time: null }, navigator.language);
}
