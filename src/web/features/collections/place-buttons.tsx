import { ArrowDown, ArrowUp } from 'lucide-react';
import { useCollections } from '#src/web/hooks/rows.ts';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import styles from './place-buttons.module.css';
import { useMove } from './use-move.ts';

/** Moves a collection at once, one place at a press: for those who neither drag nor have a keyboard. */
export function PlaceButtons({ id }: { readonly id: string }) {
  const collections = useCollections();
  const move = useMove();
  const index = collections.findIndex((collection) => collection.id === id);
  const last = collections.length - 1;
  if (index < 0 || last === 0) return null;
  const place = `${(index + 1).toLocaleString()} of ${collections.length.toLocaleString()}`;
  return (
    <div className={styles['place']}>
      <p className={styles['words']} aria-live="polite">
        Position {place}
      </p>
      {/* At an end they do nothing, but keep the focus that they may have. */}
      <IconButton
        icon={ArrowUp}
        label="Move up"
        aria-disabled={index === 0}
        onClick={() => move(id, index - 1)}
      />
      <IconButton
        icon={ArrowDown}
        label="Move down"
        aria-disabled={index === last}
        onClick={() => move(id, index + 1)}
      />
    </div>
  );
}
