import { named, rowsOf, type NamedKind, type QueryContext } from './context.ts';
import { knownIn } from './known.ts';
import { parseQuery } from './parse.ts';
import { printCondition } from './print.ts';

export interface Rename {
  readonly kind: NamedKind;
  readonly id: string;
  /** The new name. */
  readonly name: string;
}

/** The characters that may follow an unquoted name directly. */
const ENDS_NAME = /[\s&|(),"]/;

/**
 * The query with the new name wherever it meant that row alone; the rest stays as written. Null when it never
 * did, or cannot be read. `context` is from before the renaming.
 */
export function renamedIn(text: string, { kind, id, name }: Rename, context: QueryContext): string | null {
  const parsed = parseQuery(text, knownIn(context));
  if ('problem' in parsed) return null;
  let written = '';
  let end = 0;
  for (const { condition, from, to } of parsed.conditions) {
    if (condition.kind !== kind) continue;
    const meant = named(rowsOf(kind, context), condition.name);
    const [row] = meant;
    if (meant.length !== 1 || row?.id !== id || isPattern(condition.name, row.name)) continue;
    // After quotes, which the new name may not need, the next condition may follow without a blank.
    const blank = ENDS_NAME.test(text[to] ?? ' ') ? '' : ' ';
    written += text.slice(end, from) + printCondition({ ...condition, name }) + blank;
    end = to;
  }
  return end === 0 ? null : written + text.slice(end);
}

/** True for a name with a `*` that stands for other characters of the row's name. */
function isPattern(written: string, name: string): boolean {
  return written.includes('*') && !name.includes('*');
}
