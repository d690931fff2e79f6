import type { Unit } from '#src/domain/quick-add/languages/pack.ts';

/** The number and unit of a span as the packs write it: `2 week`, `day`. */
export function spanOf(span: string): [count: number, unit: Unit] {
  const [unit = '', count = '1'] = span.split(' ').toReversed();
  return [Number(count), unit as Unit];
}
