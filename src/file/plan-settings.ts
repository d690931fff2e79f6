import { listOfView } from '#src/reading/lists/list-view.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { viewSettingOf } from '#src/reading/lists/view-setting.ts';
import { isSettingName, readFileSetting, settingOf } from '#src/tables/setting/setting.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { Entries } from './entries.ts';
import { idOf, instantOf, textOf } from './file-fields.ts';
import type { Reason } from './import-plan.ts';
import type { FindId } from './plan-rows.ts';

interface Chosen {
  readonly id: string;
  readonly value: string;
}

/**
 * Settings of a file replace existing ones: unlike tasks, two values of one setting cannot coexist. `findId`
 * finds the collections, labels and filters that have views.
 */
export function planSettings(entries: Entries, findId: FindId): readonly Operation[] {
  const operations: Operation[] = [];
  const seen = new Set<string>();
  let room = LIMITS.settings - entries.existing.count('setting');
  for (const { list, fields, note } of entries.of('settings')) {
    const chosen = read(idOf(fields['id']), textOf(fields['value']), findId);
    if (typeof chosen === 'string') note(chosen);
    else if (seen.has(chosen.id)) note('TWICE');
    else {
      seen.add(chosen.id);
      const isNew = !entries.existing.get('setting', chosen.id);
      if (isHere(entries, chosen)) note('ALREADY_HERE');
      else if (isNew && room <= 0) note('TABLE_LIMIT');
      else {
        if (isNew) room -= 1;
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
function read(id: string, text: string, findId: FindId): Chosen | Reason {
  const known = readFileSetting(id, text);
  if (known !== null) return { id, value: known };
  const list = listOfView(id);
  if (list === null || text === '' || text.length > LIMITS.settingValue) return 'WRONG_ENTRY';
  const [family, fileId] = list.split(':', 2) as [keyof typeof OWNERS, string?];
  if (fileId === undefined) return { id, value: text };
  const { table, missing } = OWNERS[family];
  const localId = findId(table, fileId);
  if (localId === undefined) return missing;
  return { id: viewSettingOf(`${family}:${localId}`), value: text };
}

/** The table of each family of lists, and the reason to skip the view of a missing row. */
const OWNERS = {
  in: { table: 'collection', missing: 'NO_COLLECTION' },
  labelled: { table: 'label', missing: 'NO_LABEL' },
  query: { table: 'filter', missing: 'NO_FILTER' },
} as const;

function isHere(entries: Entries, { id, value }: Chosen): boolean {
  const row = entries.existing.get('setting', id);
  return (isSettingName(id) ? settingOf(id, row) : row?.value) === value;
}
