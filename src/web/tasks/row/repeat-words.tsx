import type { Repeat } from '#src/domain/repeat/complete.ts';
import { repeatInWords } from '#src/domain/repeat/words.ts';

/** The repeat of a task in words, without its time, which the row already shows. */
export function RepeatWords({ rule, start }: Pick<Repeat, 'rule' | 'start'>) {
  return repeatInWords({ ...rule, clamp: false }, { ...start, time: null }, navigator.language);
}
