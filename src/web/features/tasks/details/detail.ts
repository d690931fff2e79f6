import type { IconComponent } from '#src/web/ui/icons/icon.ts';
import { AlarmClock } from '#src/web/ui/icons/alarm-clock.ts';
import { Bell } from '#src/web/ui/icons/bell.ts';
import { CornerDownRight } from '#src/web/ui/icons/corner-down-right.ts';
import { Flag } from '#src/web/ui/icons/flag.ts';
import { Hash } from '#src/web/ui/icons/hash.ts';
import { Repeat } from '#src/web/ui/icons/repeat.ts';
import { Rows } from '#src/web/ui/icons/rows-3.ts';
import { Target } from '#src/web/ui/icons/target.ts';
import type { TaskDraft } from '#src/web/features/tasks/draft/task-form.ts';

interface Detail {
  readonly name: string;
  readonly icon: IconComponent;
}

/** The details of a task, in the order of their buttons. */
export const DETAILS = {
  time: { name: 'Time', icon: AlarmClock },
  reminders: { name: 'Reminders', icon: Bell },
  repeat: { name: 'Repeat', icon: Repeat },
  priority: { name: 'Priority', icon: Flag },
  labels: { name: 'Labels', icon: Hash },
  section: { name: 'Section', icon: Rows },
  deadline: { name: 'Deadline', icon: Target },
  parent: { name: 'Parent', icon: CornerDownRight },
} as const satisfies Readonly<Record<string, Detail>>;

export type DetailId = keyof typeof DETAILS;

/** The props of each detail. */
export interface DetailProps {
  /** The edited task; null for a new one. */
  readonly taskId: string | null;
  readonly fields: TaskDraft;
  readonly onChange: (changes: Partial<TaskDraft>) => void;
  readonly onClose: () => void;
}
