import { Ellipsis } from '#src/web/ui/icons/ellipsis.ts';
import { useId, useRef, useState } from 'react';
import { useSection } from '#src/web/data/rows.ts';
import { TaskCount } from '#src/web/tasks/list/task-count.tsx';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { LoadedBoundary } from '#src/web/features/tasks/loaded-boundary.tsx';
import { RenameSection, SectionMenu } from './section-chunk.ts';
import styles from './section-heading.module.css';

interface SectionHeadingProps {
  readonly id: string;
  /** The id of the element that holds the name. */
  readonly nameId: string;
}

/** The heading of a section: its name, its number of tasks, and its menu. */
export function SectionHeading({ id, nameId }: SectionHeadingProps) {
  const section = useSection(id);
  const countId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<'nothing' | 'menu' | 'name'>('nothing');
  if (!section) return null;
  const { name, collectionId } = section;
  const close = () => {
    if (button.current?.parentElement?.contains(document.activeElement)) button.current.focus();
    setOpen('nothing');
  };
  const closeMenu = () => {
    button.current?.focus();
    setOpen('nothing');
  };
  return (
    <div className={styles['heading']}>
      <h2
        id={nameId}
        className={styles['name']}
        aria-describedby={countId}
        dir="auto"
        hidden={open === 'name'}
      >
        {name}
      </h2>
      {open === 'name' && (
        <LoadedBoundary onClose={close}>
          <RenameSection section={section} onLeave={close} />
        </LoadedBoundary>
      )}
      <TaskCount list={`part:${collectionId}/${id}`} id={countId} />
      <IconButton
        ref={button}
        icon={Ellipsis}
        label={`Section ${name}`}
        aria-haspopup="menu"
        aria-expanded={open === 'menu'}
        className={styles['more']}
        onClick={() => setOpen(open === 'menu' ? 'nothing' : 'menu')}
      />
      {open === 'menu' && (
        <LoadedBoundary onClose={closeMenu}>
          <SectionMenu
            section={section}
            button={button}
            onRename={() => setOpen('name')}
            onClose={closeMenu}
          />
        </LoadedBoundary>
      )}
    </div>
  );
}
