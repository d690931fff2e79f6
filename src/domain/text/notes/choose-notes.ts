import { LIMITS } from '#src/domain/limits.ts';
import { mergeParts } from './merge-lines.ts';

export const NOTES_CHOICES = ['mine', 'theirs', 'both'] as const;
export type NotesChoice = (typeof NOTES_CHOICES)[number];

/**
 * The merged notes, with the chosen side's lines, or both sides' (theirs first), where both changed the same
 * lines. A change of one side is always kept. If the result exceeds the limit of notes: the whole text of the
 * chosen side, or null for both.
 */
export function chooseNotes(base: string, theirs: string, mine: string, choice: NotesChoice): string | null {
  const chosen = mergeParts(base, theirs, mine).flatMap((part) => {
    if (choice !== 'both') return part[choice];
    return part.theirs === part.mine ? part.mine : [...part.theirs, ...part.mine];
  });
  const text = chosen.join('\n');
  if (text.length <= LIMITS.taskDescription) return text;
  return { mine, theirs, both: null }[choice];
}
