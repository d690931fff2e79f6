import { LIMITS } from '#src/domain/limits.ts';
import { mergeParts } from './merge-lines.ts';

export const NOTES_CHOICES = ['mine', 'theirs', 'both'] as const;
export type NotesChoice = (typeof NOTES_CHOICES)[number];

/**
 * The merged notes, in which the lines that both changed are those of the chosen side, or of both, theirs first. What only one side changed
 * holds whatever is chosen. Where that is longer than notes may be, the whole text of the chosen side, and null for both.
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
