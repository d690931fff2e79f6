import type { RefObject } from 'react';
import { Popover } from '#src/web/ui/overlays/popover.tsx';
import { DeadlineDetail } from './deadline-detail.tsx';
import type { DetailName, DetailProps } from './detail.ts';
import styles from './detail-popover.module.css';
import { LabelsDetail } from './labels-detail.tsx';
import { ParentDetail } from './parent-detail.tsx';
import { PriorityField } from '#src/web/features/tasks/dialog/priority-field.tsx';
import { RemindersDetail } from './reminders-detail.tsx';
import { RepeatDetail } from './repeat-detail.tsx';
import { SectionDetail } from './section-detail.tsx';
import { TimeDetail } from './time-detail.tsx';

// It reads how often in the same words as the detail does.
export { RepeatDialog } from '#src/web/features/tasks/repeat/repeat-dialog.tsx';

interface DetailPopoverProps extends DetailProps {
  readonly name: DetailName;
  readonly open: boolean;
  readonly button: RefObject<HTMLElement | null>;
}

/** Where one of the details is set, below its button. What is chosen counts at once; Enter and Escape close it. */
export function DetailPopover({ name, open, button, ...props }: DetailPopoverProps) {
  return (
    <Popover
      open={open}
      anchor={button}
      align="start"
      button={button}
      label={name}
      className={styles['popup']}
      onClose={props.onClose}
    >
      <Detail name={name} {...props} />
    </Popover>
  );
}

function Detail({ name, ...props }: DetailProps & { readonly name: DetailName }) {
  switch (name) {
    case 'Time':
      return <TimeDetail {...props} />;
    case 'Reminders':
      return <RemindersDetail {...props} />;
    case 'Repeat':
      return <RepeatDetail {...props} />;
    case 'Priority':
      return (
        <PriorityField
          value={props.fields.priority}
          onValue={(priority) => props.onChange({ priority })}
          onTaken={props.onClose}
        />
      );
    case 'Labels':
      return <LabelsDetail {...props} />;
    case 'Section':
      return <SectionDetail {...props} />;
    case 'Deadline':
      return <DeadlineDetail {...props} />;
    case 'Parent':
      return <ParentDetail {...props} />;
  }
}
