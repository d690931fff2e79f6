import { LIMITS } from '#src/domain/limits.ts';
import { instant, nullable, settable, text, word } from './column.ts';
import { table } from './table.ts';

/** What the user chose, for all devices: a row a setting. An app keeps those that only a newer one knows. */
export const setting = table({
  columns: {
    /** Its name. */
    id: word(),
    /** Empty where nothing is chosen. A value that an app does not know is to it as if nothing were. */
    value: settable(text(LIMITS.settingValue)),
    updatedAt: instant(),
    /** It is always null: every table has it. */
    deletedAt: nullable(instant()),
  },
  limit: LIMITS.settings,
});
