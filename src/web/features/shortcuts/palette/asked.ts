import { compileQuery, inList } from '#src/reading/query/predicate.ts';
import { parseQuery, type Parsed } from '#src/reading/query/parse.ts';
import { readQuery } from '#src/reading/query/read.ts';
import { placedTask, type Task } from '#src/tables/task/task.ts';
import { wordsOf } from '#src/reading/search/words.ts';
import { SunglowError } from '#src/domain/errors.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { queryContextOf } from '#src/web/data/query-context.ts';

/** The longest query, in UTF-16 code units. */
const QUERY_LENGTH = 16_000;

/** The meaning of a text in the palette: words, a query over tasks, or a problem to show. */
export type Asked =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'query'; readonly holds: (task: Task) => boolean }
  | { readonly kind: 'problem'; readonly message: string };

/**
 * Reads the text in the palette. Any text without an operator counts as plain words, and so does one that is
 * no query.
 */
export function readAsked(text: string, replica: Replica): Asked {
  const parsed = text.length <= QUERY_LENGTH ? parseQuery(text) : null;
  if (parsed && 'query' in parsed && hasOperators(text, parsed)) return readFilter(text, replica);
  try {
    return { kind: 'words', words: wordsOf(text) };
  } catch (error) {
    if (error instanceof SunglowError) return { kind: 'problem', message: error.message };
    throw error;
  }
}

function readFilter(text: string, replica: Replica): Asked {
  const context = queryContextOf(replica);
  const read = readQuery(text, context);
  if ('problem' in read) {
    const { message, suggestion } = read.problem;
    return { kind: 'problem', message: suggestion ? `${message} Did you mean ${suggestion}?` : message };
  }
  const isListed = inList(read.query, compileQuery(read.query, context).holds);
  const holds = (task: Task) => {
    const placed = placedTask(task, (table, id) => replica.get(table, id));
    return isListed({ ...placed, isArchived: replica.lists.collections.isArchived(placed.collectionId) });
  };
  return { kind: 'query', holds };
}

/** True if the text contains more than words: a sign, a field, quotes, or an operator between conditions. */
function hasOperators(text: string, { conditions }: Parsed): boolean {
  let rest = '';
  let end = 0;
  for (const { condition, from, to } of conditions) {
    const isWord = condition.kind === 'text' || condition.kind === 'is' || condition.kind === 'priority';
    if (!isWord || text[from] === '"') return true;
    rest += text.slice(end, from);
    end = to;
  }
  return (rest + text.slice(end)).trim() !== '';
}
