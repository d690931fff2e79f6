import { FolderSearch, Inbox } from 'lucide-react';
import { useLocation } from 'react-router';
import type { Collection } from '#src/domain/collection.ts';
import { useCollections, useTasksIn } from '#src/web/hooks/rows.ts';
import { collectionKey, findCollection, links } from '#src/web/links.ts';
import { ButtonLink } from '#src/web/ui/button.tsx';
import { ColorDot } from '#src/web/ui/color-dot.tsx';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { Page } from '#src/web/ui/page.tsx';
import { NoTasks } from './no-tasks.tsx';
import { TaskList } from './task-list.tsx';

/** The active tasks of the collection that the path names. */
export function CollectionPage() {
  const { pathname } = useLocation();
  const collection = findCollection(collectionKey(pathname) ?? '', useCollections());
  return collection ? <TasksOf key={collection.id} collection={collection} /> : <UnknownCollection />;
}

function TasksOf({ collection }: { readonly collection: Collection }) {
  const { id, name, color } = collection;
  const ids = useTasksIn(id);
  return (
    <Page title={name} mark={<ColorDot color={color} />}>
      {ids.length > 0 ? (
        <TaskList label={name} sections={[{ day: null, ids }]} />
      ) : (
        <NoTasks
          icon={Inbox}
          title="No tasks here"
          text="Everything in this collection is done. What comes next?"
        />
      )}
    </Page>
  );
}

function UnknownCollection() {
  return (
    <Page title="Collection not found">
      <EmptyState
        icon={FolderSearch}
        title="There is no such collection"
        text="It may have been deleted, or its address was mistyped. Your collections are in the sidebar."
      >
        <ButtonLink to={links.today}>Back to your day</ButtonLink>
      </EmptyState>
    </Page>
  );
}
