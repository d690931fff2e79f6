import { instant, word } from '#src/domain/schema/column.ts';
import { setting } from '#src/domain/schema/setting.ts';
import { settableOf } from '#src/domain/schema/table.ts';
import { fields, type Parsed } from './args.ts';
import { requireRoom } from './room.ts';
import type { Mutator } from './tx.ts';

const setArgs = fields({ id: word(), ...settableOf(setting), at: instant() });

/** Chooses a value for a setting, or none: the last writer wins. No change when it is chosen already. Rejects SETTING_LIMIT. */
export const settingSet: Mutator<Parsed<typeof setArgs>> = {
  args: setArgs,
  reads: ({ id }) => [{ table: 'setting', id }],
  run(tx, { id, value = '', at }) {
    const row = tx.get('setting', id);
    if ((row?.value ?? '') === value) return;
    if (!row) requireRoom(tx, 'setting', 1);
    tx.set('setting', { ...row, id, value, updatedAt: at, deletedAt: null });
  },
};
