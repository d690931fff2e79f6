import { isKnownMutation, type Mutation, type MutatorName } from '#src/tables/operations.ts';
import type { Remedies } from '#src/web/words/table-words.ts';
import { wordsFor } from '#src/web/words/words.ts';

const NONE: Remedies<MutatorName> = { needs: 'nothing' };

/** The remedies of a mutation; none for one of another version of the app. */
export function remediesOf(mutation: Mutation): Remedies<MutatorName> {
  return isKnownMutation(mutation) ? wordsFor(mutation.name).remedies : NONE;
}
