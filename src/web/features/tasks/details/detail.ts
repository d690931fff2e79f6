import type { TaskDraft } from '#src/web/features/tasks/dialog/task-form.ts';

/** What else can be set of a task, by the names of its buttons. */
export type DetailName =
  | 'Time'
  | 'Reminders'
  | 'Repeat'
  | 'Priority'
  | 'Labels'
  | 'Section'
  | 'Deadline'
  | 'Parent';

/** What each of them needs. */
export interface DetailProps {
  /** The task that is edited; null for a new one. */
  readonly taskId: string | null;
  readonly fields: TaskDraft;
  readonly onChange: (changes: Partial<TaskDraft>) => void;
  readonly onClose: () => void;
}
