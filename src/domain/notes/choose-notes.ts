import { mergeParts } from './merge-lines.ts';

export const NOTES_CHOICES = ['mine', 'theirs', 'both'] as const;
export type NotesChoice = (typeof NOTES_CHOICES)[number];

/**
 * The merged notes, in which the lines that both changed are those of the chosen side, or of both, theirs first. What only one side changed
 * holds whatever is chosen.
 */
export function chooseNotes(base: string, theirs: string, mine: string, choice: NotesChoice): string {
  const chosen = mergeParts(base, theirs, mine).flatMap((part) => {
    if (choice !== 'both') return part[choice];
    return part.theirs === part.mine ? part.mine : [...part.theirs, ...part.mine];
  });
  return chosen.join('\n');
}
