import type { Task } from '#src/tables/task/task.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useCollectionTree } from '#src/web/data/rows.ts';
import { Choices, type Choice } from '#src/web/features/tasks/details/choices.tsx';
import { isIn } from './changes.ts';
import styles from './selection-bar.module.css';

interface PlaceChoicesProps {
  readonly tasks: readonly Task[];
  readonly onPick: (collectionId: string, sectionId: string | null) => void;
  readonly onClose: () => void;
}

/** The collections, each followed by its sections and its sub-collections. A name begins with all ancestors: `Work / Clients / Next`. */
export function PlaceChoices({ tasks, onPick, onClose }: PlaceChoicesProps) {
  const replica = useReplica();
  const above: string[] = [];
  const places = useCollectionTree().flatMap(({ collection: { id, name, color }, level }): Choice[] => {
    above.splice(level, above.length, name);
    const path = above.join(' / ');
    const sections = replica.lists.sections.in(id).flatMap((of) => replica.get('section', of) ?? []);
    return [
      { id, name: path, color },
      ...sections.map((section) => ({ id: `${id}/${section.id}`, name: `${path} / ${section.name}`, color })),
    ];
  });
  const placeOf = (place: string | null) => {
    const [collectionId = '', sectionId] = (place ?? '').split('/');
    return [collectionId, sectionId ?? null] as const;
  };
  return (
    <div className={styles['places']}>
      <Choices
        label="Search collections and sections"
        find={(words) => places.filter(({ name }) => name.toLowerCase().includes(words))}
        isChosen={(place) => tasks.every((task) => isIn(task, ...placeOf(place)))}
        onChoose={(place) => onPick(...placeOf(place))}
        onClose={onClose}
      />
    </div>
  );
}
