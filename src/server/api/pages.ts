import { z } from 'zod';
import { isId } from '#src/domain/id.ts';
import { ApiProblem } from './problem.ts';

/** The most items of a page, and how many come without a limit. */
export const MOST_ITEMS = 500;
const USUAL_ITEMS = 100;

export const pageQuery = {
  cursor: z.string().max(200).optional().describe('The `next` of the page before.'),
  limit: z.coerce.number().int().min(1).max(MOST_ITEMS).default(USUAL_ITEMS),
};

/** A page of a list by ids. A page may hold fewer items than its limit; `next` is null at the end. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.strictObject({ items: z.array(item), next: z.string().nullable() });
}

/** The cursor of a page that ends with the row of this id. Ids never change, so pages neither skip nor repeat rows. */
export function cursorAfter(id: string): string {
  return Buffer.from(`after ${id}`).toString('base64url');
}

/** The id in a cursor; '' for the first page. Throws WRONG_CURSOR. */
export function idIn(cursor: string | undefined): string {
  if (cursor === undefined) return '';
  const id = Buffer.from(cursor, 'base64url')
    .toString('utf8')
    .replace(/^after /, '');
  if (!isId(id) || cursorAfter(id) !== cursor) throw new ApiProblem('WRONG_CURSOR');
  return id;
}
