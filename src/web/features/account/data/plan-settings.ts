import { isSettingName, readSetting, settingOf, type SettingName } from '#src/domain/setting.ts';
import type { Operation } from '#src/mutators/index.ts';
import type { Entries } from './entries.ts';
import { idOf, instantOf, textOf } from './file-fields.ts';

/** What a file says of a setting holds from then on: unlike tasks, two values of one cannot stand beside each other. */
export function planSettings(entries: Entries): readonly Operation[] {
  const operations: Operation[] = [];
  const seen = new Set<SettingName>();
  for (const { list, fields, note } of entries.of('settings')) {
    const id = idOf(fields['id']);
    const value = isSettingName(id) ? readSetting(id, textOf(fields['value'])) : null;
    if (!isSettingName(id) || value === null) note('WRONG_SETTING');
    else if (seen.has(id)) note('TWICE');
    else {
      seen.add(id);
      if (settingOf(id, entries.here.get('setting', id)) === value) note('ALREADY_HERE');
      else {
        entries.added[list] += 1;
        const at = instantOf(fields['updatedAt']) ?? entries.start;
        operations.push({ name: 'setting.set', args: { id, value, at } });
      }
    }
  }
  return operations;
}
