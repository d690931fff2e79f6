import { dismissalIdOf } from '#src/tables/dismissal/dismissal-id.ts';
import { readSettable } from '#src/tables/filed.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { Entries } from './entries.ts';
import { instantOf } from './file-fields.ts';

/** Plans the dismissals of a file: wordings that stay text here too. */
export function planDismissals(entries: Entries): readonly Operation[] {
  const operations: Operation[] = [];
  const seen = new Set<string>();
  for (const { list, fields, note } of entries.of('dismissals')) {
    const { wording = '', language = '' } = readSettable('dismissal', fields);
    const id = dismissalIdOf(language, wording);
    if (wording === '' || language === '') note('WRONG_ENTRY');
    else if (seen.has(id)) note('TWICE');
    else if (entries.has('dismissal', id)) note('ALREADY_HERE');
    else if (!entries.hasRoom('dismissal')) note('TABLE_LIMIT');
    else {
      seen.add(id);
      entries.added[list] += 1;
      const at = instantOf(fields['createdAt']) ?? entries.start;
      operations.push({ name: 'dismissal.add', args: { id, wording, language, at } });
    }
  }
  return operations;
}
