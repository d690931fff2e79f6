/** The number of days that a deleted row can be restored (sync rule W10). */
export const TRASH_DAYS = 30;
