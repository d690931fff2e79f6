import { ArrowDown } from '#src/web/ui/icons/arrow-down.ts';
import { ArrowUp } from '#src/web/ui/icons/arrow-up.ts';
import { siblingsOf } from '#src/tables/collection/collection-moves.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useCollectionTree } from '#src/web/data/rows.ts';
import { useMutateTogether } from '#src/web/data/use-mutate.ts';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { formatCount } from '#src/web/platform/format-count.ts';
import { stepCollection } from './move-collection.ts';
import styles from './place-buttons.module.css';

/** Moves a collection one place per press, for users who neither drag nor have a keyboard. */
export function PlaceButtons({ id }: { readonly id: string }) {
  const siblings = siblingsOf(useCollectionTree(), id);
  const replica = useReplica();
  const mutateTogether = useMutateTogether();
  const move = (step: number) => stepCollection(replica, mutateTogether, id, step);
  const index = siblings.findIndex((collection) => collection.id === id);
  const last = siblings.length - 1;
  if (index < 0 || last === 0) return null;
  const place = `${formatCount(index + 1)} of ${formatCount(siblings.length)}`;
  return (
    <div className={styles['place']}>
      <p className={styles['words']} aria-live="polite">
        Position {place}
      </p>
      {/* At an end they do nothing, but keep their focus. */}
      <IconButton icon={ArrowUp} label="Move up" aria-disabled={index === 0} onClick={() => move(-1)} />
      <IconButton icon={ArrowDown} label="Move down" aria-disabled={index === last} onClick={() => move(1)} />
    </div>
  );
}
