import { useId } from 'react';
import type { ProposalItem } from '#src/reading/proposals/items.ts';
import { handOnFocus } from '#src/web/focus/leaving-focus.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Check } from '#src/web/ui/icons/check.ts';
import { Circle } from '#src/web/ui/icons/circle.ts';
import { Plus } from '#src/web/ui/icons/plus.ts';
import { Trash } from '#src/web/ui/icons/trash.ts';
import { X } from '#src/web/ui/icons/x.ts';
import { ValueChange } from '#src/web/ui/value-change.tsx';
import { OBSTACLES, type ItemWords } from './item-words.ts';
import styles from './proposals.module.css';
import { useShownItem } from './use-shown-item.ts';

interface ProposalItemRowProps {
  readonly item: ProposalItem;
  /** All items of the proposal. */
  readonly items: readonly ProposalItem[];
  /** False for the only item of a proposal, which the buttons of the proposal decide on. */
  readonly hasButtons: boolean;
  /** False once the proposal has expired. */
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly onAccept: () => void;
  readonly onDecline: () => void;
  readonly onUndo: () => void;
}

const MARKS = { open: Circle, accepted: Check, declined: X } as const;

/** A proposed change: the row, its values before and after, and the decision. */
export function ProposalItemRow(props: ProposalItemRowProps) {
  const { item, items, hasButtons, isOpen, isBusy, onAccept, onDecline, onUndo } = props;
  const nameId = useId();
  const { words, obstacle } = useShownItem(item, items, isOpen);
  const Mark = MARKS[item.state];
  return (
    <li ref={handOnFocus} className={styles['item']} data-state={item.state} aria-labelledby={nameId}>
      <Mark size={16} className={styles['mark']} aria-hidden />
      <div className={styles['words']}>
        <p id={nameId} className={styles['name']} dir="auto">
          {words.name}
        </p>
        <Difference {...words} />
        {obstacle && <p className={styles['obstacle']}>{OBSTACLES[obstacle]}</p>}
      </div>
      <div className={styles['decision']}>
        {item.state === 'open' && isOpen && hasButtons && (
          <>
            <Button
              look="quiet"
              size="small"
              data-control="decline"
              className={styles['decline']}
              aria-describedby={nameId}
              isBusy={isBusy}
              onClick={onDecline}
            >
              Decline
            </Button>
            {obstacle === null && (
              <Button
                look="quiet"
                size="small"
                data-control="accept"
                aria-describedby={nameId}
                className={styles['accept']}
                isBusy={isBusy}
                onClick={onAccept}
              >
                Accept
              </Button>
            )}
          </>
        )}
        {item.state !== 'open' && (
          <span className={styles['state']}>{item.state === 'accepted' ? 'Accepted' : 'Declined'}</span>
        )}
        {item.state === 'open' && !isOpen && <span className={styles['state']}>Expired</span>}
        {item.state === 'accepted' && (
          <Button
            look="quiet"
            size="small"
            data-control="undo"
            aria-describedby={nameId}
            className={styles['accept']}
            isBusy={isBusy}
            onClick={onUndo}
          >
            Undo
          </Button>
        )}
      </div>
    </li>
  );
}

function Difference({ verb, look, changes }: ItemWords) {
  if (verb === null && changes.length === 0) return null;
  return (
    <p className={styles['changes']}>
      {verb !== null && (
        <span className={styles['change']} data-look={look ?? undefined}>
          {look === 'adds' && <Plus size={14} aria-hidden />}
          {look === 'removes' && <Trash size={14} aria-hidden />}
          {verb}
        </span>
      )}
      {look === 'removes' && <span className={styles['change']}>can be restored for 30 days</span>}
      {changes.map(({ id, before, after }) => (
        <span key={id} className={styles['change']}>
          <ValueChange before={before} after={after} />
        </span>
      ))}
    </p>
  );
}
