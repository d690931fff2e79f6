import type { TaskDraft } from '#src/web/features/tasks/draft/task-form.ts';

/** The names of a task's details, as their buttons show them. */
export const DETAIL_NAMES = {
  time: 'Time',
  reminders: 'Reminders',
  repeat: 'Repeat',
  priority: 'Priority',
  labels: 'Labels',
  section: 'Section',
  deadline: 'Deadline',
  parent: 'Parent',
} as const;

export type DetailId = keyof typeof DETAIL_NAMES;

/** The props of each detail. */
export interface DetailProps {
  /** The edited task; null for a new one. */
  readonly taskId: string | null;
  readonly fields: TaskDraft;
  readonly onChange: (changes: Partial<TaskDraft>) => void;
  readonly onClose: () => void;
}
