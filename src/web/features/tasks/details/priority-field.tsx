import { useId } from 'react';
import { PRIORITIES } from '#src/tables/task/table.ts';
import { cx } from '#src/web/ui/class-names.ts';
import tile from '#src/web/ui/fields/radio-tile.module.css';
import styles from './priority-field.module.css';
import { Flag } from '#src/web/ui/icons/flag.ts';
import type { Priority } from '#src/web/features/tasks/draft/task-form.ts';

interface PriorityFieldProps {
  readonly value: Priority;
  readonly onValue: (priority: Priority) => void;
  /** Called on a press or Enter. Arrow keys only change the choice. */
  readonly onTaken?: () => void;
}

/** The priority of a task, as radio buttons. Each shows its number, since color alone does not tell them apart. */
export function PriorityField({ value, onValue, onTaken }: PriorityFieldProps) {
  const id = useId();
  return (
    <div role="radiogroup" aria-labelledby={id} className={styles['field']}>
      <span id={id} className={styles['label']}>
        Priority
      </span>
      {PRIORITIES.map((priority) => (
        <label key={priority} className={cx(tile['tile'], styles['choice'])} data-priority={priority}>
          <input
            type="radio"
            name={id}
            aria-label={`Priority ${priority}`}
            className={tile['radio']}
            checked={value === priority}
            onChange={() => onValue(priority)}
            onClick={(event) => event.detail > 0 && onTaken?.()}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !onTaken) return;
              event.preventDefault();
              onTaken();
            }}
          />
          {priority < 4 && <Flag size={14} aria-hidden />}
          {priority}
        </label>
      ))}
    </div>
  );
}
