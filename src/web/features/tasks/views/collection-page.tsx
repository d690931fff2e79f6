import { FolderSearch } from '#src/web/ui/icons/folder-search.ts';
import { FolderX } from '#src/web/ui/icons/folder-x.ts';
import { Inbox } from '#src/web/ui/icons/inbox.ts';
import { ListTodo } from '#src/web/ui/icons/list-todo.ts';
import { useState } from 'react';
import { useLocation } from '#src/web/addresses/location.ts';
import type { Collection } from '#src/tables/collection/collection.ts';
import { heirsOf } from '#src/web/focus/focus.ts';
import { useNarrow } from '#src/web/platform/media-query.ts';
import {
  useCollection,
  useCollections,
  useIsArchived,
  useIsArriving,
  useParts,
  useTaskCount,
} from '#src/web/data/rows.ts';
import { useMutate } from '#src/web/data/use-mutate.ts';
import {
  collectionKey,
  collectionLink,
  collectionState,
  findNamed,
} from '#src/web/addresses/collection-links.ts';
import { links } from '#src/web/addresses/links.ts';
import { MendAddress } from '#src/web/addresses/mend-address.tsx';
import { Button, ButtonLink } from '#src/web/ui/button.tsx';
import { ColorDot } from '#src/web/ui/color-dot.tsx';
import { EmptyState } from '#src/web/ui/page/empty-state.tsx';
import { Loading } from '#src/web/ui/page/loading.tsx';
import { Page } from '#src/web/ui/page/page.tsx';
import { Arranged, ViewMenu } from './arranged.tsx';
import { AddSection } from '#src/web/features/tasks/sections/add-section.tsx';
import { SectionHeading } from '#src/web/features/tasks/sections/section-heading.tsx';
import { CollectionButton } from '#src/web/features/tasks/collection/collection-button.tsx';
import { ArchivedNote } from '#src/web/features/tasks/collection/collection-chunk.ts';
import { CollectionPath, SubCollections } from '#src/web/features/tasks/collection/collection-path.tsx';
import { ListQuickAdd } from '#src/web/features/tasks/quick-add/list-quick-add-chunk.tsx';
import { CompletedTasks } from './completed-tasks.tsx';
import { LoadedBoundary } from '#src/web/features/tasks/loaded-boundary.tsx';
import { NoTasks } from '#src/web/tasks/list/no-tasks.tsx';
import { TaskList } from '#src/web/tasks/list/task-list.tsx';
import { useUnfolded } from '#src/web/tasks/list/use-unfolded.ts';

/**
 * The tasks of the collection that the path names. An open page stays with that collection, even when its name
 * changes.
 */
export function CollectionPage() {
  const { pathname, state } = useLocation();
  const named = findNamed(collectionKey(pathname) ?? '', useCollections(), state);
  const [opened, setOpened] = useState({ pathname, id: named?.id });
  if (opened.pathname !== pathname || (opened.id === undefined && named)) {
    setOpened({ pathname, id: named?.id });
  }
  const collection = useCollection(opened.id ?? '');
  if (!collection) return <UnknownCollection />;
  if (collection.deletedAt !== null) return <DeletedCollection collection={collection} />;
  return (
    <>
      {!isAt(pathname, collection) && (
        <MendAddress to={collectionLink(collection)} state={collectionState(collection)} />
      )}
      <TasksOf key={collection.id} collection={collection} />
    </>
  );
}

/** True if the path is the collection's own, in any encoding. */
function isAt(pathname: string, collection: Collection): boolean {
  return collectionKey(pathname) === collectionKey(collectionLink(collection));
}

function TasksOf({ collection }: { readonly collection: Collection }) {
  const { id, name, color } = collection;
  const parts = useUnfolded(id, useParts(id));
  const isArchived = useIsArchived(id);
  const sections = parts
    .filter(({ sectionId, ids }) => sectionId !== null || ids.length > 0)
    .map((part) => ({ day: null, ...part }));
  const empty = <NoActiveTasks id={id} />;
  return (
    <Page
      title={name}
      mark={<ColorDot color={color} />}
      above={<CollectionPath collection={collection} />}
      menu={
        <>
          <ViewMenu list={`in:${id}`} />
          <CollectionButton collection={collection} />
        </>
      }
    >
      {isArchived && (
        <LoadedBoundary>
          <ArchivedNote collection={collection} />
        </LoadedBoundary>
      )}
      <SubCollections id={id} />
      <Arranged list={`in:${id}`} label={name} empty={empty}>
        <TaskList
          label={name}
          sections={sections}
          placeFacts="collection"
          order="place"
          empty={empty}
          heading={SectionHeading}
        />
      </Arranged>
      <ListQuickAdd list={`in:${id}`} />
      <AddSection collectionId={id} />
      <CompletedTasks collectionId={id} />
    </Page>
  );
}

function NoActiveTasks({ id }: { readonly id: string }) {
  const isNew = useTaskCount(`completed-in:${id}`) === 0;
  return isNew ? (
    <NoTasks icon={Inbox} title="No tasks here" text="Add the first task of this collection." />
  ) : (
    <NoTasks icon={ListTodo} title="All done here" text="You have completed every task in this collection." />
  );
}

function UnknownCollection() {
  const place = useNarrow() ? 'menu' : 'sidebar';
  if (useIsArriving()) return <Loading />;
  return (
    <Page title="Page Not Found!">
      <EmptyState
        icon={FolderSearch}
        title="There is no such collection"
        text={`It may have been deleted, or its address was mistyped. Your collections are in the ${place}.`}
      >
        <ButtonLink to={links.today}>Click Here</ButtonLink>
      </EmptyState>
    </Page>
  );
}

/** The page of a collection that was deleted while it was open, usually on another device. */
function DeletedCollection({ collection }: { readonly collection: Collection }) {
  const { id, name } = collection;
  const mutate = useMutate();
  const restore = () => {
    const heir = heirsOf(document.activeElement);
    void mutate('collection.restore', { id, at: Date.now() });
    // The button disappears, and would take the focus with it.
    queueMicrotask(() => heir()?.focus());
  };
  return (
    <Page title="Collection deleted">
      <EmptyState
        icon={FolderX}
        title="This collection is gone"
        text={`“${name}” was deleted, with the tasks that were still to be done. Completed ones stay under Completed.`}
      >
        <Button onClick={restore}>Restore collection</Button>
        <ButtonLink to={links.today}>Back to your day</ButtonLink>
      </EmptyState>
    </Page>
  );
}
