import { listOfView } from '#src/reading/lists/list-view.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { viewSettingOf } from '#src/reading/lists/view-setting.ts';
import { isSettingName, readFileSetting, settingOf } from '#src/tables/setting/setting.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { Entries } from './entries.ts';
import { idOf, instantOf, textOf } from './file-fields.ts';
import type { Reason } from './import-plan.ts';
import type { NamedPlan } from './plan-named.ts';

interface Chosen {
  readonly id: string;
  readonly value: string;
}

/** Settings of a file replace existing ones: unlike tasks, two values of one setting cannot coexist. */
export function planSettings(entries: Entries, named: Pick<NamedPlan, 'idOf'>): readonly Operation[] {
  const operations: Operation[] = [];
  const seen = new Set<string>();
  for (const { list, fields, note } of entries.of('settings')) {
    const chosen = read(idOf(fields['id']), textOf(fields['value']), entries, named);
    if (typeof chosen === 'string') note(chosen);
    else if (seen.has(chosen.id)) note('TWICE');
    else {
      seen.add(chosen.id);
      if (isHere(entries, chosen)) note('ALREADY_HERE');
      else {
        entries.added[list] += 1;
        const at = instantOf(fields['updatedAt']) ?? entries.start;
        operations.push({ name: 'setting.set', args: { ...chosen, at } });
      }
    }
  }
  return operations;
}

/**
 * The setting, or the reason to skip it. The view of a list gets the local id of its collection, label or
 * filter.
 */
function read(id: string, text: string, entries: Entries, named: Pick<NamedPlan, 'idOf'>): Chosen | Reason {
  const known = readFileSetting(id, text);
  if (known !== null) return { id, value: known };
  const list = listOfView(id);
  if (list === null || text === '' || text.length > LIMITS.settingValue) return 'WRONG_ENTRY';
  const [family, fileId] = list.split(':', 2) as [keyof typeof UNKNOWN, string?];
  if (fileId === undefined) return { id, value: text };
  const localId =
    family === 'query'
      ? filterHere(entries, fileId)
      : named.idOf(family === 'in' ? 'collection' : 'label', fileId);
  if (localId === undefined) return UNKNOWN[family];
  return { id: viewSettingOf(`${family}:${localId}`), value: text };
}

/** The reason to skip the view of a missing list. */
const UNKNOWN = { in: 'NO_COLLECTION', labelled: 'NO_LABEL', query: 'NO_FILTER' } as const;

/** The local id of a filter that exists or is in the file. */
function filterHere(entries: Entries, fileId: string): string | undefined {
  const id = entries.idHere('filter', fileId);
  const isInFile = () => entries.of('filters').some(({ fields }) => idOf(fields['id']) === fileId);
  return entries.has('filter', id) || isInFile() ? id : undefined;
}

function isHere(entries: Entries, { id, value }: Chosen): boolean {
  const row = entries.existing.get('setting', id);
  return (isSettingName(id) ? settingOf(id, row) : row?.value) === value;
}
