import { isSettingName, readFileSetting, settingOf } from '#src/domain/setting.ts';
import type { Operation } from '#src/mutators/index.ts';
import type { Entries } from './entries.ts';
import { idOf, instantOf, textOf } from './file-fields.ts';

/** What a file says of a setting holds from then on: unlike tasks, two values of one cannot stand beside each other. */
export function planSettings(entries: Entries): readonly Operation[] {
  const operations: Operation[] = [];
  const seen = new Set<string>();
  for (const { list, fields, note } of entries.of('settings')) {
    const id = idOf(fields['id']);
    const value = readFileSetting(id, textOf(fields['value']));
    const row = entries.here.get('setting', id);
    if (value === null) note('WRONG_SETTING');
    else if (seen.has(id)) note('TWICE');
    else {
      seen.add(id);
      if ((isSettingName(id) ? settingOf(id, row) : row?.value) === value) note('ALREADY_HERE');
      else {
        entries.added[list] += 1;
        const at = instantOf(fields['updatedAt']) ?? entries.start;
        operations.push({ name: 'setting.set', args: { id, value, at } });
      }
    }
  }
  return operations;
}
