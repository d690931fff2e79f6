import { ArrowRightLeft } from '#src/web/ui/icons/arrow-right-left.ts';
import { useRef, useState } from 'react';
import { useTask } from '#src/web/data/rows.ts';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { ActionMenu, RadioItems } from '#src/web/ui/overlays/action-menu.tsx';
import { useBoard } from './board-context.ts';
import styles from './board.module.css';

/** Moves a card to another column without dragging. */
export function MoveButton({ id }: { readonly id: string }) {
  const task = useTask(id);
  const board = useBoard();
  const button = useRef<HTMLButtonElement>(null);
  /** The card's column while the menu is open; null while it is closed. */
  const [from, setFrom] = useState<string | null>(null);
  const label = `Move ${task?.name ?? ''} to...`;
  const close = () => {
    button.current?.focus();
    setFrom(null);
  };
  return (
    <>
      <IconButton
        ref={button}
        icon={ArrowRightLeft}
        label={label}
        title="Move to..."
        data-control="move"
        aria-haspopup="menu"
        aria-expanded={from !== null}
        className={styles['move']}
        onClick={() => setFrom(from === null ? (board.columnOf(button.current) ?? null) : null)}
      />
      {from !== null && (
        <ActionMenu label={label} anchor={button} onClose={close}>
          <RadioItems
            value={from}
            options={board.columns().map(({ key, name }) => ({ value: key, name }))}
            onPick={(key) => {
              close();
              if (key !== from) board.moveTo(id, from, key);
            }}
          />
        </ActionMenu>
      )}
    </>
  );
}
