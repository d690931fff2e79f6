import type { RefObject } from 'react';
import { Popover } from '#src/web/ui/overlays/popover.tsx';
import { DeadlineDetail } from './deadline-detail.tsx';
import { DETAILS, type DetailId, type DetailProps } from './detail.ts';
import styles from './detail-popover.module.css';
import { LabelsDetail } from './labels-detail.tsx';
import { ParentDetail } from './parent-detail.tsx';
import { PriorityField } from './priority-field.tsx';
import { RemindersDetail } from './reminders-detail.tsx';
import { RepeatDetail } from './repeat-detail.tsx';
import { SectionDetail } from './section-detail.tsx';
import { TimeDetail } from './time-detail.tsx';

// The dialog is in this chunk, since it reads repeats with the same code as the detail.
export { RepeatDialog } from '#src/web/features/tasks/repeat/repeat-dialog.tsx';

interface DetailPopoverProps extends DetailProps {
  readonly id: DetailId;
  readonly open: boolean;
  readonly button: RefObject<HTMLElement | null>;
}

/** The popover that sets a detail, below its button. A choice counts at once. Enter and Escape close the popover. */
export function DetailPopover({ id, open, button, ...props }: DetailPopoverProps) {
  return (
    <Popover
      open={open}
      anchor={button}
      align="start"
      button={button}
      label={DETAILS[id].name}
      className={styles['popup']}
      onClose={props.onClose}
    >
      <Detail id={id} {...props} />
    </Popover>
  );
}

function Detail({ id, ...props }: DetailProps & { readonly id: DetailId }) {
  switch (id) {
    case 'time':
      return <TimeDetail {...props} />;
    case 'reminders':
      return <RemindersDetail {...props} />;
    case 'repeat':
      return <RepeatDetail {...props} />;
    case 'priority':
      return (
        <PriorityField
          value={props.fields.priority}
          onValue={(priority) => props.onChange({ priority })}
          onTaken={props.onClose}
        />
      );
    case 'labels':
      return <LabelsDetail {...props} />;
    case 'section':
      return <SectionDetail {...props} />;
    case 'deadline':
      return <DeadlineDetail {...props} />;
    case 'parent':
      return <ParentDetail {...props} />;
  }
}
