import { isBlank, inOneForm } from '#src/domain/text/names.ts';
import type { Span } from './types.ts';

/**
 * The text without `spans`, and without the signs that joined them to the rest: a comma, empty brackets. Null
 * when no letter or number would be left.
 */
export function nameWithout(text: string, spans: readonly Span[]): string | null {
  const sorted = spans.toSorted((a, b) => a.from - b.from);
  let name = '';
  let end = 0;
  for (const { from, to } of sorted) {
    name = join(name, text.slice(end, Math.max(end, from)));
    end = Math.max(end, to);
  }
  if (end === 0) return inOneForm(text.trim());
  const whole = join(name, text.slice(end))
    .replace(/[\s,;:–—-]+$/u, '')
    .replace(/^[\s,;:–—.]+/u, '');
  return isBlank(whole) || !/[\p{L}\p{N}\p{So}]/u.test(whole) ? null : inOneForm(whole.trim());
}

function join(left: string, right: string): string {
  const before = left.trimEnd();
  const after = right.trimStart();
  if (before === '' || after === '') return before + after;
  if (/[([]$/u.test(before) && /^[)\]]/u.test(after)) return join(before.slice(0, -1), after.slice(1));
  if (/^[,;.:!?)\]]/u.test(after)) return before.replace(/[,;:]$/u, '') + after;
  return `${before} ${after}`;
}
