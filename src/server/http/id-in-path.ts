import type { Context } from 'hono';
import { isId } from '#src/domain/id.ts';

/** An id in the path. Empty for a text that is no id: PostgreSQL takes none with a zero byte. */
export function idInPath(c: Context, name = 'id'): string {
  const text = c.req.param(name);
  return isId(text) ? text : '';
}
