import type { PartCommand } from './part-command.ts';

/** The commands of the calendar that lead from its day to another one. */
export const TO_DAYS = [
  { id: 'day', does: 'Next or previous day', keys: ['ArrowRight', 'ArrowLeft'] },
  { id: 'week', does: 'Next or previous week', keys: ['ArrowDown', 'ArrowUp'] },
  { id: 'week-end', does: 'First or last day of the week', keys: ['Home', 'End'] },
  { id: 'page', does: 'Next or previous month or week', keys: ['PageDown', 'PageUp'] },
  { id: 'pages', does: '12 months or weeks on or back', keys: ['Shift+PageDown', 'Shift+PageUp'] },
] as const satisfies readonly PartCommand[];

/** The commands about the day with the focus. */
export const ON_DAY = [
  { id: 'day-tasks', does: 'Go to the tasks of the day', keys: ['Enter', ' '] },
] as const satisfies readonly PartCommand[];

/** The commands about the task with the focus in a week. */
export const ON_BLOCK = [
  { id: 'to-day', does: 'Move it to the next or previous day', keys: ['Alt+ArrowRight', 'Alt+ArrowLeft'] },
  { id: 'to-time', does: 'Move it 15 minutes on or back', keys: ['Alt+ArrowDown', 'Alt+ArrowUp'] },
  { id: 'duration', does: 'Make it longer or shorter', keys: ['Alt+Shift+ArrowDown', 'Alt+Shift+ArrowUp'] },
] as const satisfies readonly PartCommand[];
