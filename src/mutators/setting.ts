import { instant, word } from '#src/domain/schema/column.ts';
import { setting } from '#src/domain/schema/setting.ts';
import { settableOf } from '#src/domain/schema/table.ts';
import { fields, type Parsed } from './args.ts';
import { requireRoom } from './room.ts';
import type { Call, Mutator } from './tx.ts';

const setArgs = fields({ id: word(), ...settableOf(setting), at: instant() });
type SetArgs = Parsed<typeof setArgs>;

/**
 * Chooses a value for a setting, or none. The last writer wins. No change when the value is chosen already. Rejects
 * SETTING_LIMIT.
 */
const set: Mutator<SetArgs, Call<'setting.set', SetArgs>> = {
  args: setArgs,
  reads: ({ id }) => [{ table: 'setting', id }],
  run(tx, { id, value = '', at }) {
    const row = tx.get('setting', id);
    if ((row?.value ?? '') === value) return;
    if (!row) requireRoom(tx, 'setting', 1);
    tx.set('setting', { ...row, id, value, updatedAt: at, deletedAt: null });
  },
  inverse(rows, { id, value = '', at }) {
    const before = rows.get('setting', id)?.value ?? '';
    return before === value ? null : { name: 'setting.set', args: { id, value: before, at } };
  },
};

export const settingOperations = { 'setting.set': set };
