import { LIMITS } from '#src/domain/limits.ts';
import { isBlank } from '#src/domain/names.ts';
import { readSettable } from '#src/domain/schema/filed.ts';
import type { Operation } from '#src/mutators/index.ts';
import type { Entries, Entry } from './entries.ts';
import { idOf, instantOf, nameOf } from './file-fields.ts';
import type { Reason } from './import-plan.ts';

/** Filters are told apart by their ids alone: several may have one name. Whether a query can be read is not asked, as a newer app may. */
export function planFilters(entries: Entries): readonly Operation[] {
  const seen = new Set<string>();
  const reasonAgainst = (fileId: string, id: string): Reason | null => {
    if (seen.has(fileId)) return 'TWICE';
    if (entries.here.get('filter', id)) return 'ALREADY_HERE';
    return entries.here.filterCount + entries.added.filters >= LIMITS.filters ? 'FILTER_LIMIT' : null;
  };
  return entries.of('filters').flatMap((entry): Operation[] => {
    const { list, fields, note } = entry;
    const fileId = idOf(fields['id']);
    const id = entries.idHere('filter', fileId);
    const { query, ...said } = readSettable('filter', fields);
    const reason = wrongIn(entry) ?? reasonAgainst(fileId, id);
    seen.add(fileId);
    if (reason === null && query !== undefined) {
      entries.added[list] += 1;
      const at = instantOf(fields['createdAt']) ?? entries.nextInstant();
      return [{ name: 'filter.add', args: { ...said, id, name: nameOf(fields['name']), query, at } }];
    }
    note(reason ?? 'WRONG_FILTER');
    return [];
  });
}

function wrongIn({ fields }: Entry): Reason | null {
  if (idOf(fields['id']) === '') return Object.keys(fields).length === 0 ? 'NO_ENTRY' : 'NO_ID';
  const name = nameOf(fields['name']);
  if (isBlank(name)) return 'NO_NAME';
  return name.length > LIMITS.filterName ? 'NAME_TOO_LONG' : null;
}
