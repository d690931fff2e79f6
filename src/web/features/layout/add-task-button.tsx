import { Plus } from '#src/web/ui/icons/plus.ts';
import { openDialog } from '#src/web/focus/dialogs.ts';
import { Button } from '#src/web/ui/button.tsx';

interface AddTaskButtonProps {
  readonly className: string | undefined;
  /** Without words, the sign alone is shown, larger. */
  readonly words?: string;
}

/** The button that adds a task: in the header, or in the bar at the foot of a narrow window. */
export function AddTaskButton({ className, words }: AddTaskButtonProps) {
  return (
    <Button
      look="primary"
      className={className}
      aria-label="Add task"
      onClick={() => openDialog({ kind: 'add-task' })}
    >
      <Plus size={words === undefined ? 24 : 18} aria-hidden />
      {words !== undefined && <span>{words}</span>}
    </Button>
  );
}
