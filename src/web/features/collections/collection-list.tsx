import { Archive } from '#src/web/ui/icons/archive.ts';
import { useMemo, useState } from 'react';
import { useLocation } from '#src/web/addresses/location.ts';
import type { ShownCollection } from '#src/tables/collection/collection-tree.ts';
import { closeMenu, openDialog } from '#src/web/focus/dialogs.ts';
import { handOnFocus } from '#src/web/focus/leaving-focus.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useCollections, useCollectionTree, useIsArriving } from '#src/web/data/rows.ts';
import { useMutateTogether } from '#src/web/data/use-mutate.ts';
import { collectionKey, findNamed } from '#src/web/addresses/collection-links.ts';
import { links } from '#src/web/addresses/links.ts';
import { useStore } from '#src/web/platform/store.ts';
import { foldedRows } from '#src/web/tasks/folded-rows.ts';
import hidden from '#src/web/ui/hidden.module.css';
import { Link } from '#src/web/ui/link.tsx';
import { CollectionItem } from './collection-item.tsx';
import styles from './collection-list.module.css';
import { SidebarGroup } from './sidebar-group.tsx';
import { useDragCode, useDropList, type DragCode } from './use-drag.ts';
import { useShownRange } from './use-shown-range.ts';

/** The user's collections in the sidebar: favorites first, each below its parent, in the user's order. */
export function CollectionList() {
  const collections = useCollections();
  const tree = useCollectionTree();
  const isArriving = useIsArriving();
  const { pathname } = useLocation();
  return (
    <SidebarGroup
      title="Collections"
      count={tree.length}
      addLabel="Add collection"
      onAdd={() => openDialog({ kind: 'add-collection' })}
    >
      {collections.length === 0
        ? !isArriving && <p className={styles['empty']}>No collections yet. Add one for your tasks.</p>
        : tree.length > 0 && <Items tree={tree} />}
      {tree.length < collections.length && (
        <Link
          ref={handOnFocus}
          to={links.archived}
          className={styles['archived']}
          aria-current={pathname === links.archived ? 'page' : undefined}
          onClick={closeMenu}
        >
          <Archive size={18} aria-hidden />
          Archived
        </Link>
      )}
    </SidebarGroup>
  );
}

/** Only the items near the window are in the document. */
function Items({ tree }: { readonly tree: readonly ShownCollection[] }) {
  const folded = useStore(foldedRows);
  const rows = useMemo(() => unfolded(tree, folded), [tree, folded]);
  const { ref, first, last, above, below } = useShownRange(rows.length);
  const [announcement, setAnnouncement] = useState('');
  const replica = useReplica();
  const mutateTogether = useMutateTogether();
  const dragCode = useDragCode();
  const say = (moved: string | null | undefined) => {
    if (typeof moved === 'string') setAnnouncement(moved);
  };
  const onStep = (id: string, step: number, code: DragCode) =>
    say(code.stepCollection(replica, mutateTogether, id, step));
  useDropList(dragCode, ref, (id, before) => {
    const spot = dragCode?.spotAt(rows, id, before);
    if (spot) say(dragCode?.moveCollection(replica, mutateTogether, id, spot));
  });
  const key = collectionKey(useLocation().pathname);
  const openId = key === null ? undefined : findNamed(key, replica.lists.collections.all())?.id;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets */}
      <ul ref={ref} role="list" className={styles['list']} style={{ paddingBlock: `${above}px ${below}px` }}>
        {rows.slice(first, last + 1).map(({ collection, level, hasBelow }, index) => (
          <CollectionItem
            key={collection.id}
            collection={collection}
            level={level}
            isOpen={collection.id === openId}
            isFolded={hasBelow ? folded.has(collection.id) : null}
            index={first + index}
            size={rows.length}
            onStep={onStep}
            dragCode={dragCode}
          />
        ))}
      </ul>
      <p className={hidden['hidden']} aria-live="polite">
        {announcement}
      </p>
    </>
  );
}

/** The tree without the collections below folded ones. */
function unfolded(tree: readonly ShownCollection[], folded: ReadonlySet<string>): readonly ShownCollection[] {
  let hiddenBelow = Infinity;
  return tree.filter(({ collection, level }) => {
    if (level > hiddenBelow) return false;
    hiddenBelow = folded.has(collection.id) ? level : Infinity;
    return true;
  });
}
