import { ArrowRightLeft } from '#src/web/ui/icons/arrow-right-left.ts';
import { Check } from '#src/web/ui/icons/check.ts';
import { useRef, useState } from 'react';
import { useTask } from '#src/web/data/rows.ts';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { Menu } from '#src/web/ui/overlays/menu.tsx';
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
  const close = () => setFrom(null);
  return (
    <>
      <IconButton
        ref={button}
        icon={ArrowRightLeft}
        label={label}
        title="Move to..."
        data-control="move"
        aria-haspopup="dialog"
        aria-expanded={from !== null}
        className={styles['move']}
        onClick={() => setFrom(from === null ? (board.columnOf(button.current) ?? null) : null)}
      />
      {from !== null && (
        <Menu open label={label} button={button} onClose={close}>
          <Columns
            from={from}
            onChoose={(key) => {
              close();
              if (key !== from) board.moveTo(id, from, key);
            }}
          />
        </Menu>
      )}
    </>
  );
}

interface ColumnsProps {
  readonly from: string;
  readonly onChoose: (key: string) => void;
}

function Columns({ from, onChoose }: ColumnsProps) {
  const board = useBoard();
  return (
    <div className={styles['choices']}>
      {board.columns().map(({ key, name }) => (
        <button
          key={key}
          type="button"
          className={styles['choice']}
          aria-pressed={key === from}
          onClick={() => onChoose(key)}
        >
          <span dir="auto">{name}</span>
          {key === from && <Check size={16} aria-hidden />}
        </button>
      ))}
    </div>
  );
}
