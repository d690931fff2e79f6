import { Ellipsis } from '#src/web/ui/icons/ellipsis.ts';
import { useRef, useState } from 'react';
import type { Collection } from '#src/tables/collection/collection.ts';
import { LoadedBoundary } from '#src/web/features/tasks/loaded-boundary.tsx';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { CollectionMenu } from './collection-chunk.ts';

/** Opens the menu of a collection. */
export function CollectionButton({ collection }: { readonly collection: Collection }) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <>
      <IconButton
        ref={button}
        icon={Ellipsis}
        label={`Collection ${collection.name}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => {
          setWasOpened(true);
          setOpen(!open);
        }}
      />
      {wasOpened && (
        <LoadedBoundary
          onClose={() => {
            setOpen(false);
            setWasOpened(false);
          }}
        >
          <CollectionMenu
            open={open}
            collection={collection}
            button={button}
            onClose={() => setOpen(false)}
          />
        </LoadedBoundary>
      )}
    </>
  );
}
