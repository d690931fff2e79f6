import { instant, word } from '#src/tables/kit/column.ts';
import { setting } from './table.ts';
import { settableOf } from '#src/tables/kit/table.ts';
import { fields, type Parsed } from '#src/tables/kit/args.ts';
import { requireRoom } from '#src/tables/kit/room.ts';
import type { Call, Mutator } from '#src/tables/kit/tx.ts';

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
