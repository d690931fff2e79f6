import { compileQuery, inList } from '#src/reading/query/predicate.ts';
import type { QueryContext } from '#src/reading/query/context.ts';
import { knownIn } from '#src/reading/query/known.ts';
import { parseQuery, type Parsed } from '#src/reading/query/parse.ts';
import type { Condition, Query } from '#src/reading/query/query.ts';
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
  | {
      readonly kind: 'words';
      readonly words: readonly string[];
      /** The problem of the text as a query, for when nothing has these words. */
      readonly otherwise?: string;
    }
  | { readonly kind: 'query'; readonly holds: (task: Task) => boolean }
  | { readonly kind: 'problem'; readonly message: string };

/**
 * Reads the text in the palette. Any text without an operator counts as plain words. So does one that is no query, or names a
 * collection, a label, a section or a day that is not there: `invoice #42`, `@anna`.
 */
export function readAsked(text: string, replica: Replica): Asked {
  if (text.length > QUERY_LENGTH) return readWords(text);
  const context = queryContextOf(replica);
  const parsed = parseQuery(text, knownIn(context));
  if ('problem' in parsed || !hasOperators(text, parsed)) return readWords(text);
  const read = readQuery(text, context);
  if ('query' in read) return { kind: 'query', holds: holdsIn(read.query, context, replica) };
  const words = readWords(text);
  const { message, suggestion } = read.problem;
  const isQuoted = suggestion?.startsWith('"');
  const otherwise = suggestion && !isQuoted ? `${message} Did you mean ${suggestion}?` : message;
  return words.kind === 'words' ? { ...words, otherwise } : words;
}

function readWords(text: string): Asked {
  // An open quote is one that is still typed, or a sign for inches.
  const isOpen = text.split('"').length % 2 === 0;
  try {
    return { kind: 'words', words: wordsOf(isOpen ? text.replaceAll('"', ' ') : text) };
  } catch (error) {
    if (error instanceof SunglowError) return { kind: 'problem', message: error.message };
    throw error;
  }
}

function holdsIn(query: Query, context: QueryContext, replica: Replica): (task: Task) => boolean {
  const isListed = inList(query, compileQuery(query, context).holds);
  return (task) => {
    const placed = placedTask(task, (table, id) => replica.get(table, id));
    return isListed({ ...placed, isArchived: replica.lists.collections.isArchived(placed.collectionId) });
  };
}

/**
 * True if the text contains more than words: a sign, a field, quotes, or an operator between conditions. A comma, and an operator
 * within a word (`R&D`), are no reason to read words as a query.
 */
function hasOperators(text: string, { conditions }: Parsed): boolean {
  let rest = '';
  let end = 0;
  for (const { condition, from, to } of conditions) {
    if (text[from] === '"' || !isWords(condition, text.slice(from, to))) return true;
    rest += text.slice(end, from);
    end = to;
  }
  rest += text.slice(end);
  const isText = conditions.every(({ condition }) => condition.kind === 'text');
  if (!isText) return /[|!()&]/.test(rest);
  return !ONE_WORD.test(text) && (/[|!()]/.test(rest) || /\s&\s/.test(text));
}

const ONE_WORD = /^\s*[\p{L}\p{N}]\S*\s*$/u;

/** True for bare words, which a search looks for as text: keywords and days too, but no field. */
function isWords(condition: Condition, written: string): boolean {
  if (condition.kind === 'text') return !/^search\s*:/i.test(written);
  if (condition.kind === 'day') return !written.includes(':');
  return condition.kind === 'is' || condition.kind === 'priority';
}
