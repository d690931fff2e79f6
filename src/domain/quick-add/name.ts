import { isBlank, inOneForm } from '#src/domain/names.ts';
import type { Span } from './types.ts';

/** The text without `spans`, which are in its order. What only joined them to the rest goes with them: a comma, brackets around nothing. */
export function nameWithout(text: string, spans: readonly Span[]): string {
  let name = '';
  let end = 0;
  for (const { from, to } of spans) {
    name = join(name, text.slice(end, Math.max(end, from)));
    end = Math.max(end, to);
  }
  const rest = spans.length === 0 ? text : join(name, text.slice(end));
  const whole = spans.length === 0 ? rest : rest.replace(/[\s,;:–—-]+$/u, '').replace(/^[\s,;:–—]+/u, '');
  return inOneForm(isBlank(whole) || !/[\p{L}\p{N}\p{S}]/u.test(whole) ? text : whole).trim();
}

function join(left: string, right: string): string {
  const before = left.trimEnd();
  const after = right.trimStart();
  if (before === '' || after === '') return before + after;
  if (/[([]$/u.test(before) && /^[)\]]/u.test(after)) return join(before.slice(0, -1), after.slice(1));
  if (/^[,;.:!?)\]]/u.test(after)) return before.replace(/[,;:]$/u, '') + after;
  return `${before} ${after}`;
}
