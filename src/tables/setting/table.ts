import { LIMITS } from '#src/domain/limits.ts';
import { instant, nullable, settable, text, word } from '#src/tables/kit/column.ts';
import { table } from '#src/tables/kit/table.ts';

/** A user's setting, for all devices: one row for each. An app keeps settings known only to a newer one. */
export const setting = table({
  columns: {
    /** The setting's name. */
    id: word(),
    /** Empty without a choice. An app treats an unknown value as no choice. */
    value: settable(text(LIMITS.settingValue)),
    updatedAt: instant(),
    /** Always null; every table has the column. */
    deletedAt: nullable(instant()),
  },
  limit: LIMITS.settings,
});
