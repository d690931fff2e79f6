import { Plus } from '#src/web/ui/icons/plus.ts';
import { useRef, useState } from 'react';
import { newId } from '#src/domain/id.ts';
import { useMutate } from '#src/web/data/use-mutate.ts';
import { Button } from '#src/web/ui/button.tsx';
import { LoadedBoundary } from '#src/web/features/tasks/loaded-boundary.tsx';
import styles from './add-section.module.css';
import { SectionNameForm } from './section-chunk.ts';

/** A button that opens a field for the names of new sections. After Enter, the field is ready for the next one. */
export function AddSection({ collectionId }: { readonly collectionId: string }) {
  const mutate = useMutate();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const leave = () => {
    if (button.current?.parentElement?.contains(document.activeElement)) button.current.focus();
    setOpen(false);
  };
  const add = (name: string) =>
    mutate('section.add', { id: newId(), collectionId, name, place: '', at: Date.now() });
  return (
    <div className={styles['add']}>
      <Button
        ref={button}
        look="quiet"
        size="small"
        aria-expanded={isOpen}
        data-add-section
        onClick={() => setOpen(true)}
      >
        <Plus size={16} aria-hidden />
        Add section
      </Button>
      {isOpen && (
        <LoadedBoundary onClose={() => setOpen(false)}>
          <SectionNameForm section={{ collectionId }} save={add} stays onLeave={leave} />
        </LoadedBoundary>
      )}
    </div>
  );
}
