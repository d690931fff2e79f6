import { useMemo, useState } from 'react';
import { dismissalIdOf, foldWording } from '#src/domain/dismissal/dismissal-id.ts';
import { LIMITS } from '#src/domain/limits.ts';
import type { Operation } from '#src/mutators/index.ts';
import { useMutate } from '#src/web/data/use-mutate.ts';
import { colorOfNew } from '#src/web/features/tasks/details/named-rows.ts';
import type { TaskDraft } from '#src/web/features/tasks/dialog/task-form.ts';
import { useQuickAddCode } from './quick-add-chunk.ts';
import { NEW_LINE, type LineState, type NewName, type Reading } from './reading.ts';
import { useLineSources } from './use-line-sources.ts';

/**
 * Reads the name in a draft as a line that may say more of the task. `before`: the task as it is, of whose
 * name the words are no news; null for a new one. `byHand`: what was set by hand in the draft that it goes on with.
 */
export function useQuickAdd(before: TaskDraft | null, byHand: readonly (keyof TaskDraft)[] = []) {
  const code = useQuickAddCode();
  const sources = useLineSources();
  const mutate = useMutate();
  const [typed, setTyped] = useState<LineState>({ ...NEW_LINE, byHand: new Set(byHand) });
  const [isComposing, setComposing] = useState(false);
  const [own] = useState(before);
  const reader = useMemo(() => code && new code.LineReader(), [code]);
  const state = useMemo(() => {
    if (!code || !own) return typed;
    const { items } = new code.LineReader().read(own, sources, NEW_LINE);
    return { ...typed, kept: [...typed.kept, ...items.map(({ words }) => words)] };
  }, [code, own, sources, typed]);

  /** Null while there is nothing that could read it, or the text is not done: a keyboard composes its letters. */
  const read = (draft: TaskDraft): Reading | null =>
    reader && !isComposing ? reader.read(draft, sources, state) : null;

  return {
    code,
    sources,
    /** Whether something that could be more is text in this line. */
    hasKept: typed.kept.length > 0,
    read,
    setComposing,
    /** What can stand at the caret, behind a sign. */
    suggest: (draft: TaskDraft, caret: number) =>
      reader?.suggest({ ...draft, ...read(draft)?.changes }, caret, sources, state) ?? null,
    /** The draft as it is with what its name says. */
    applied: (draft: TaskDraft): TaskDraft => {
      const reading = read(draft);
      return reading ? { ...draft, ...reading.changes, name: reading.name } : draft;
    },
    /** What is set by hand stays so, whatever the line says. */
    setByHand: (names: Iterable<keyof TaskDraft>) =>
      setTyped((before) => ({ ...before, byHand: new Set([...before.byHand, ...names]) })),
    /** Makes words text: in this line, and `forGood` in all that will be typed. */
    keepAsText: (words: string, forGood: boolean) => {
      setTyped((before) => ({ ...before, kept: [...before.kept, words] }));
      if (forGood) void mutate('dismissal.add', dismissalOf(words, sources.language, Date.now()), null);
    },
    /** What is no longer in the line is not kept as text there any more. */
    onText: (text: string) =>
      setTyped((before) => {
        const folded = foldWording(text);
        const kept = before.kept.filter((words) => folded.includes(foldWording(words)));
        return kept.length === before.kept.length ? before : { ...before, kept };
      }),
    create: (created: NewName) =>
      setTyped((before) => ({ ...before, created: [...before.created, created] })),
    startOver: () => setTyped(NEW_LINE),
    /** What has to be done before a task of this name is stored: the collection that it names, and what is remembered of its words. */
    comesWith: (name: string, reading: Reading | null, at: number): Operation[] => {
      const added = reading?.newCollection;
      const collection: Operation[] = added
        ? [
            {
              name: 'collection.add',
              args: { id: added.id, name: added.name, color: colorOfNew(added.id), at },
            },
          ]
        : [];
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

function dismissalOf(words: string, language: string, at: number) {
  const wording = words.trim().replaceAll(/\s+/gu, ' ');
  return { id: dismissalIdOf(language, wording), wording, language, at };
}
