import { FolderSearch, FolderX, Inbox, ListTodo } from 'lucide-react';
import { useState } from 'react';
import { Navigate, useLocation, type Location } from 'react-router';
import type { Collection } from '#src/domain/collection.ts';
import { heirsOf } from '#src/web/hooks/focus.ts';
import { useNarrow } from '#src/web/hooks/media-query.ts';
import {
  useCollection,
  useCollections,
  useIsArriving,
  useTaskCount,
  useTasksIn,
} from '#src/web/hooks/rows.ts';
import { useMutate } from '#src/web/hooks/use-mutate.ts';
import {
  collectionKey,
  collectionLink,
  collectionState,
  findCollection,
  SAME_PAGE,
} from '#src/web/collection-links.ts';
import { links } from '#src/web/links.ts';
import { Button, ButtonLink } from '#src/web/ui/button.tsx';
import { ColorDot } from '#src/web/ui/color-dot.tsx';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { Loading } from '#src/web/ui/loading.tsx';
import { Page } from '#src/web/ui/page.tsx';
import { CompletedTasks } from './completed-tasks.tsx';
import { NoTasks } from './no-tasks.tsx';
import { TaskList } from './task-list.tsx';

/**
 * The tasks of the collection that the path names. While the page is open it is that collection's, whatever becomes of
 * its name.
 */
export function CollectionPage() {
  const { pathname, state } = useLocation() as Location<unknown>;
  const named = findCollection(collectionKey(pathname) ?? '', useCollections(), state);
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
        <Navigate
          to={collectionLink(collection)}
          replace
          state={{ ...SAME_PAGE, ...collectionState(collection) }}
        />
      )}
      <TasksOf key={collection.id} collection={collection} />
    </>
  );
}

/** Whether the path is the collection's own, however it is encoded. */
function isAt(pathname: string, collection: Collection): boolean {
  return collectionKey(pathname) === collectionKey(collectionLink(collection));
}

function TasksOf({ collection }: { readonly collection: Collection }) {
  const { id, name, color } = collection;
  const ids = useTasksIn(id);
  return (
    <Page title={name} mark={<ColorDot color={color} />}>
      <TaskList
        label={name}
        sections={[{ day: null, ids }]}
        said="collection"
        empty={<NoActiveTasks id={id} />}
      />
      <CompletedTasks collectionId={id} />
    </Page>
  );
}

function NoActiveTasks({ id }: { readonly id: string }) {
  const isNew = useTaskCount(`completed-in:${id}`) === 0;
  return isNew ? (
    <NoTasks
      icon={Inbox}
      title="No tasks here"
      text="Whatever belongs together can live here. Add the first task."
    />
  ) : (
    <NoTasks
      icon={ListTodo}
      title="All done here"
      text="Everything in this collection is completed. What comes next?"
    />
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

/** It was deleted while its page was open, as a rule on another device. */
function DeletedCollection({ collection }: { readonly collection: Collection }) {
  const { id, name } = collection;
  const mutate = useMutate();
  const restore = () => {
    const heir = heirsOf(document.activeElement);
    void mutate('collection.restore', { id, at: Date.now() }, 'Collection restored');
    // The button goes, and the focus would go with it.
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
