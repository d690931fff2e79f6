import { useMemo, useState } from 'react';
import { dismissalIdOf, foldWording } from '#src/tables/dismissal/dismissal-id.ts';
import { LIMITS } from '#src/domain/limits.ts';
import type { Operation } from '#src/tables/operations.ts';
import { useMutate } from '#src/web/data/use-mutate.ts';
import type { TaskDraft } from '#src/web/features/tasks/draft/task-form.ts';
import { additionOfCollection } from './home.ts';
import { useQuickAddCode } from './quick-add-chunk.ts';
import { NEW_LINE, type LineState, type NewName, type Reading } from './reading.ts';
import { useLineSources } from './use-line-sources.ts';

/** The state of a line, with the picks beside it. */
interface TypedLine extends LineState {
  /** Wordings that are text since other words left the line. The user has not dismissed them. */
  readonly text: readonly string[];
  /** The picks that removed words from the line, the last one last, each with the state and the draft before it. */
  readonly picks: readonly {
    readonly before: TypedLine;
    readonly draft: TaskDraft;
    readonly fields: Partial<TaskDraft>;
  }[];
}

const NEW_TYPED: TypedLine = { ...NEW_LINE, text: [], picks: [] };

/**
 * Reads the name in a draft as a line that may set more fields. `before`: the stored task, since the words of its name are no news; null
 * for a new task. `picked`: the fields that were set already in a draft that is taken up. `home`: the collection that is created with the task
 * unless its user names another.
 */
export function useQuickAdd(
  before: TaskDraft | null,
  picked: readonly (keyof TaskDraft)[] = [],
  home: NewName | null = null,
) {
  const code = useQuickAddCode();
  const sources = useLineSources();
  const mutate = useMutate();
  const [typed, setTyped] = useState<TypedLine>({ ...NEW_TYPED, picked: new Set(picked) });
  const [isComposing, setComposing] = useState(false);
  const [own] = useState(before);
  const reader = useMemo(() => code && new code.LineReader(), [code]);
  const state = useMemo(() => {
    const kept = [...typed.kept, ...typed.text];
    const created = home ? [home, ...typed.created] : typed.created;
    if (!code || !own) return { ...typed, kept, created };
    const { items } = new code.LineReader().read(own, sources, NEW_LINE);
    return { ...typed, created, kept: [...kept, ...items.map(({ words }) => words)] };
  }, [code, own, home, sources, typed]);

  /** Null until the code is loaded, and while a keyboard composes letters. */
  const read = (draft: TaskDraft): Reading | null =>
    reader && !isComposing ? reader.read(draft, sources, state) : null;

  return {
    code,
    sources,
    /** True if the user made words of this line text. */
    hasKept: typed.kept.length > 0,
    read,
    setComposing,
    /** The suggestions at the caret, behind a sign. */
    suggest: (draft: TaskDraft, caret: number) =>
      reader?.suggest({ ...draft, ...read(draft)?.changes }, caret, sources, state) ?? null,
    /** The draft with the fields that its line sets. */
    applied: (draft: TaskDraft): TaskDraft => {
      const reading = read(draft);
      return reading ? { ...draft, ...reading.changes, name: reading.name } : draft;
    },
    /** Picks fields of a draft, and returns all fields to set in it. Words that the pick replaces leave its line. */
    pick: (draft: TaskDraft, changes: Partial<TaskDraft>): Partial<TaskDraft> => {
      const names = namesOf(changes);
      if (!code || !reader) {
        // Nothing can read the line yet, so its words for these fields stay text.
        setTyped((before) => ({ ...before, byHand: new Set([...before.byHand, ...names]) }));
        return changes;
      }
      const { fields, text } = code.pickFields(reader, draft, changes, sources, {
        ...state,
        byHand: new Set([...state.byHand].filter((name) => !names.includes(name))),
      });
      const isOfLine = fields.name !== undefined && fields.name !== draft.name;
      setTyped((before) => ({
        ...before,
        byHand: new Set([...before.byHand].filter((name) => !names.includes(name))),
        picked: new Set([...before.picked, ...namesOf(fields)]),
        text: [...before.text, ...text],
        picks: isOfLine ? [...before.picks, { before, draft, fields }] : before.picks,
      }));
      return fields;
    },
    /** Takes back the last pick that removed words, if the line has not changed since. Returns the fields to set in the draft, or null. */
    unpick: (draft: TaskDraft): Partial<TaskDraft> | null => {
      const last = typed.picks.at(-1);
      if (last?.fields.name !== draft.name) return null;
      setTyped({ ...last.before, created: typed.created });
      return Object.fromEntries(namesOf(last.fields).map((name) => [name, last.draft[name]]));
    },
    /** Makes words text in this line; with `forGood`, in all later lines too. */
    keepAsText: (words: string, forGood: boolean) => {
      setTyped((before) => ({ ...before, kept: [...before.kept, words] }));
      if (forGood) void mutate('dismissal.add', dismissalOf(words, sources.language, Date.now()), null);
    },
    /** Words that have left the line are no longer kept as text. */
    onText: (line: string) =>
      setTyped((before) => {
        const folded = foldWording(line);
        const isThere = (words: string) => folded.includes(foldWording(words));
        const [kept, text] = [before.kept.filter(isThere), before.text.filter(isThere)];
        const isSame = kept.length === before.kept.length && text.length === before.text.length;
        return isSame ? before : { ...before, kept, text };
      }),
    create: (created: NewName) =>
      setTyped((before) => ({ ...before, created: [...before.created, created] })),
    startOver: () => setTyped(NEW_TYPED),
    /** The operations before a task of this name is stored: they create the collection that it names, and dismiss the words that became text. */
    comesWith: (name: string, reading: Pick<Reading, 'newCollection'> | null, at: number): Operation[] => {
      const added = reading?.newCollection;
      const collection = added ? [additionOfCollection(added, at)] : [];
      const room = LIMITS.dismissals - sources.dismissals.length;
      const ids = new Set(sources.dismissals.map(({ id }) => id));
      const args = typed.kept
        .filter((words) => foldWording(name).includes(foldWording(words)))
        .map((words) => dismissalOf(words, sources.language, at))
        .filter(({ id }) => !ids.has(id));
      const learned = args.slice(0, Math.max(room, 0));
      return [...collection, ...learned.map((each): Operation => ({ name: 'dismissal.add', args: each }))];
    },
  };
}

export type QuickAdd = ReturnType<typeof useQuickAdd>;

function namesOf(fields: Partial<TaskDraft>): (keyof TaskDraft)[] {
  return Object.keys(fields) as (keyof TaskDraft)[];
}

function dismissalOf(words: string, language: string, at: number) {
  const wording = words.trim().replaceAll(/\s+/gu, ' ');
  return { id: dismissalIdOf(language, wording), wording, language, at };
}
