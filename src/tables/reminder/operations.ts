import { InvalidValue } from '#src/tables/kit/column.ts';
import { rowOperations } from '#src/tables/kit/row-operations.ts';

/** The mutators of reminders. A reminder has either an instant or minutes before the time of its task. */
export const reminderOperations = rowOperations('reminder', ({ remindAt, minutesBefore }, name) => {
  if (((remindAt ?? null) === null) === ((minutesBefore ?? null) === null))
    throw new InvalidValue(`${name} must have either remindAt or minutesBefore`);
});
