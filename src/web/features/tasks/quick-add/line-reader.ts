import { calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { indexNames, NO_NAMES } from '#src/domain/quick-add/name-index.ts';
import { nameWithout } from '#src/domain/quick-add/name.ts';
import { parseQuickAdd } from '#src/domain/quick-add/parse.ts';
import { isNoDate, readDue } from '#src/domain/quick-add/read.ts';
import type { Part, QuickAddContext, QuickAddResult } from '#src/domain/quick-add/types.ts';
import type { TaskDraft } from '#src/web/features/tasks/draft/task-form.ts';
import { applyParts, isApplied, type Named, type Target } from './apply-parts.ts';
import { meaningOf } from './meaning.ts';
import type { LineState, ReadItem, Reading } from './reading.ts';
import { suggestionsAt, type Suggested } from './suggestions.ts';
import type { TypedLanguage } from '#src/web/features/tasks/draft/typed-language.ts';
import type { LineSources } from './use-line-sources.ts';

/** The longest text that is read. Longer text is pasted, and too long for a name in any case. */
const LONGEST = 2 * LIMITS.taskName;

/** A reading, its parts, and the target that they were applied to. */
export interface ReadParts {
  readonly reading: Reading;
  readonly parts: readonly Part[];
  readonly target: Target;
}

type Indices = Pick<QuickAddContext, 'collections' | 'labels' | 'sections' | 'dismissals'>;

const NO_INDICES: Indices = {
  collections: NO_NAMES,
  labels: NO_NAMES,
  sections: new Map(),
  dismissals: NO_NAMES,
};

/** Reads one line after the other, as the user types. The indices and the parsed line are kept until their sources change. */
export class LineReader {
  #indices: { readonly of: readonly unknown[]; readonly indices: Indices; readonly named: Named } | null =
    null;
  #parsed: { readonly of: readonly unknown[]; readonly result: QuickAddResult } | null = null;

  /** Reads the name in a draft. Days and times count from now, and keep their meaning while the line is the same. */
  read(draft: TaskDraft, sources: LineSources, state: LineState): Reading {
    return this.readParts(draft, sources, state).reading;
  }

  /** Reads the name in a draft. The result also has the parts that set a field. */
  readParts(draft: TaskDraft, sources: LineSources, state: LineState): ReadParts {
    const text = draft.name;
    const { indices, named } = this.#indicesOf(sources, state);
    const collection = named.nameOf(draft.collectionId);
    const { parts, name, fields } = this.#parse(text, collection, indices, sources);
    const target = { draft, state, named, zone: sources.zone };
    const isKept = (part: Part) =>
      isApplied(part, target) ||
      // Words with two meanings leave the name when one of them applies.
      parts.some((other) => other.from === part.from && isApplied(other, target));
    const kept = parts.filter(isKept);
    const items = itemsOf(text, kept, fields, state, sources);
    const reading = {
      text,
      name: kept.length === parts.length ? name : (nameWithout(text, items) ?? text),
      items,
      ...applyParts(kept, fields, target),
    };
    return { reading, parts: kept, target };
  }

  /** The suggestions at the caret, behind a sign; null without a sign. */
  suggest(draft: TaskDraft, caret: number, sources: LineSources, state: LineState): Suggested | null {
    const { indices, named } = this.#indicesOf(sources, state);
    // Without indices each name is unknown, and the parser tells the kind that its sign means.
    const context = { ...contextOf(sources), ...NO_INDICES, collection: null };
    const kindOf = (sign: string) => parseQuickAdd(`${sign}x`, context).unknown[0]?.kind ?? null;
    return suggestionsAt(draft.name, caret, kindOf, indices, named.nameOf(draft.collectionId));
  }

  #parse(text: string, collection: string | null, indices: Indices, sources: LineSources): QuickAddResult {
    const of = [text, collection, indices, sources];
    if (!isSame(this.#parsed?.of, of)) {
      const read = text.length <= LONGEST ? text : '';
      const context = { ...contextOf(sources), ...indices, collection };
      this.#parsed = { of, result: parseQuickAdd(read, context) };
    }
    const { result } = this.#parsed as { readonly result: QuickAddResult };
    return text.length <= LONGEST ? result : { ...result, name: text };
  }

  #indicesOf(sources: LineSources, { kept, created }: LineState) {
    const { collections, labels, sections, dismissals, language } = sources;
    const of = [collections, labels, sections, dismissals, language, kept, created];
    if (this.#indices === null || !isSame(this.#indices.of, of)) {
      const named = namedOf(sources, created);
      const dismissed = dismissals.filter((row) => row.language === language).map(({ wording }) => wording);
      const indices = {
        collections: indexNames(named.collections.keys()),
        labels: indexNames(named.labels.keys()),
        sections: new Map(Array.from(named.sections, ([name, ids]) => [name, indexNames(ids.keys())])),
        dismissals: indexNames([...dismissed, ...kept]),
      };
      this.#indices = { of, indices, named };
    }
    return this.#indices;
  }
}

/** The reader of days that reads them as lines do. */
export function typedLanguageOf(sources: LineSources): TypedLanguage {
  return {
    due: (text) => readDue(text, contextOf(sources)),
    isNoDate: (text) => isNoDate(text, contextOf(sources)),
  };
}

/** The context that days and times depend on, at this moment. */
function contextOf({ zone, weekStart, order, language, style }: LineSources) {
  const at = new Date();
  const now = { date: calendarDayAt(at.getTime()), minute: at.getHours() * 60 + at.getMinutes() };
  return { now, zone, weekStart, order, language, style };
}

function itemsOf(
  text: string,
  parts: readonly Part[],
  fields: QuickAddResult['fields'],
  { picked }: LineState,
  sources: LineSources,
): ReadItem[] {
  const hasDay = picked.has('date') || parts.some(({ kind }) => kind === 'date');
  const byPlace = Map.groupBy(parts, ({ from }) => from);
  return Array.from(byPlace.values(), (together) => {
    const [{ from, to }] = together as [Part];
    return {
      from,
      to,
      words: text.slice(from, to).trim(),
      meaning: meaningOf(together, hasDay, fields, sources),
    };
  });
}

/** The ids by name, of existing rows and of rows that are created with the task. */
function namedOf({ collections, labels, sections }: LineSources, created: LineState['created']): Named {
  const ids = new Map(collections.map(({ collection: { id, name } }) => [name, id]));
  const names = new Map(collections.map(({ collection: { id, name } }) => [id, name]));
  const labelIds = new Map(labels.map(({ id, name }) => [name, id]));
  const inCollections = new Map<string, Map<string, string>>();
  const addSection = (collectionId: string, name: string, id: string) => {
    const collection = names.get(collectionId);
    if (collection === undefined) return;
    inCollections.set(collection, (inCollections.get(collection) ?? new Map<string, string>()).set(name, id));
  };
  for (const { id, name, kind } of created) {
    if (kind === 'label') labelIds.set(name, id);
    if (kind === 'collection') {
      ids.set(name, id);
      names.set(id, name);
    }
  }
  for (const { collectionId, name, id } of sections) addSection(collectionId, name, id);
  for (const { id, name, kind, collectionId = '' } of created)
    if (kind === 'section') addSection(collectionId, name, id);
  return {
    collections: ids,
    labels: labelIds,
    sections: inCollections,
    nameOf: (id) => names.get(id) ?? null,
  };
}

function isSame(before: readonly unknown[] | undefined, after: readonly unknown[]): boolean {
  return before !== undefined && before.every((value, place) => value === after[place]);
}
