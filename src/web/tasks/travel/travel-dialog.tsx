import { useState } from 'react';
import type { MovedReminder } from '#src/reading/remind/travel.ts';
import { placeOfZone } from '#src/reading/remind/travel.ts';
import type { Operation } from '#src/tables/operations.ts';
import { momentText } from '#src/web/data/receipt-texts.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useClock } from '#src/web/data/rows.ts';
import { useMutateTogether } from '#src/web/data/use-mutate.ts';
import { Button } from '#src/web/ui/button.tsx';
import {
  Dialog,
  DialogActions,
  DialogDescription,
  type DialogControl,
} from '#src/web/ui/overlays/dialog.tsx';
import { formatCount } from '#src/web/platform/format-count.ts';
import { movedText } from './moved-in.ts';
import styles from './travel.module.css';
import { useChooseZone, type ZoneChoice } from './use-choose-zone.ts';

interface TravelDialogProps {
  readonly control: DialogControl;
  readonly moved: readonly MovedReminder[];
  /** The current zone of the reminders, and the one they move to: IANA names. */
  readonly from: string;
  readonly to: string;
  /**
   * The choice of a zone that confirming makes. Null for a preview: reminders can be pinned, and the others
   * stay the same.
   */
  readonly choice: ZoneChoice | null;
  /** Called after the choice is stored. */
  readonly onDone?: () => void;
}

/** The number of reminders shown before more are requested. */
const SHOWN = 50;

/**
 * The reminders that move with the user, with their old and new times, and a choice of those that stay (rule
 * N7).
 */
export function TravelDialog({ control, moved, from, to, choice, onDone }: TravelDialogProps) {
  const replica = useReplica();
  const mutate = useMutateTogether();
  const chooseZone = useChooseZone();
  const clock = useClock();
  const [pinned, setPinned] = useState<ReadonlySet<string>>(new Set());
  const [most, setMost] = useState(SHOWN);
  const taskIds = [...new Set(moved.map(({ taskId }) => taskId))];
  const [old, now] = [placeOfZone(from), placeOfZone(to)];
  const pin = (taskId: string, isPinned: boolean) => {
    const next = new Set(pinned);
    if (isPinned) next.add(taskId);
    else next.delete(taskId);
    setPinned(next);
  };
  const save = async () => {
    const at = Date.now();
    const pins = [...pinned].map((id): Operation => ({
      name: 'task.edit',
      args: { id, changes: { zone: from }, at },
    }));
    const success = pins.length > 0 ? `Pinned to ${old} time` : null;
    if (!(await (choice ? chooseZone(choice, pins, success) : mutate(pins, success)))) return;
    onDone?.();
    control.close();
  };
  return (
    <Dialog control={control} title={movedText(now, moved.length)}>
      <DialogDescription>
        Reminders come at the local time of their tasks. The times below are in {now} time. Pin the tasks that
        should stay at {old} time.
      </DialogDescription>
      <ul aria-label="Reminders that move" className={styles['list']}>
        {moved.slice(0, most).map(({ taskId, from: before, to: after }, place) => (
          <li key={`${taskId} ${place}`} className={styles['item']}>
            <div className={styles['words']}>
              <p dir="auto">{replica.get('task', taskId)?.name}</p>
              <p className={styles['soft']}>
                from {momentText(before, to, clock)} to {momentText(after, to, clock)}
              </p>
            </div>
            <label className={styles['pin']}>
              <input
                type="checkbox"
                aria-label={`Pin ${replica.get('task', taskId)?.name ?? ''}`}
                checked={pinned.has(taskId)}
                onChange={(event) => pin(taskId, event.target.checked)}
              />
              Pin
            </label>
          </li>
        ))}
      </ul>
      {moved.length > most && (
        <Button look="quiet" size="small" onClick={() => setMost(moved.length)}>
          Show {formatCount(moved.length - most)} more
        </Button>
      )}
      <DialogActions>
        <Button look="primary" onClick={() => void save()}>
          {saveText(pinned.size, taskIds.length, choice !== null)}
        </Button>
        <Button onClick={() => setPinned(pinned.size === taskIds.length ? new Set() : new Set(taskIds))}>
          {pinned.size === taskIds.length ? 'Pin none' : 'Pin all'}
        </Button>
        <Button onClick={control.close}>Cancel</Button>
      </DialogActions>
    </Dialog>
  );
}

function saveText(pinned: number, all: number, isChosen: boolean): string {
  if (!isChosen) return 'Pin chosen';
  return pinned === 0 ? 'Move all' : pinned === all ? 'Keep all' : 'Move the others';
}
