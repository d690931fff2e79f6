import type { IconComponent } from '#src/web/ui/icons/icon.ts';
import { Plus } from '#src/web/ui/icons/plus.ts';
import { Sunrise } from '#src/web/ui/icons/sunrise.ts';
import { openDialog } from '#src/web/focus/dialogs.ts';
import { useCollections, useIsArriving } from '#src/web/data/rows.ts';
import { Button } from '#src/web/ui/button.tsx';
import { EmptyState, type EmptyStateProps } from '#src/web/ui/page/empty-state.tsx';
import { Loading } from '#src/web/ui/page/loading.tsx';

interface NoTasksProps {
  readonly icon: IconComponent;
  readonly title: string;
  readonly text: string;
}

/** An empty list that invites a task. A newcomer needs no collection for the first one (rule Q8). */
export function NoTasks({ icon, title, text }: NoTasksProps) {
  const isNewcomer = useCollections().length === 0;
  if (!isNewcomer) {
    return (
      <Nothing icon={icon} title={title} text={text}>
        <NewTaskButton />
      </Nothing>
    );
  }
  return (
    <Nothing
      icon={Sunrise}
      title="A fresh start"
      text="Type your first task in quick add as you would say it, such as “Buy milk tomorrow 5pm”. It goes to Inbox, until you name a collection."
    >
      <Button onClick={() => openDialog({ kind: 'add-collection' })}>
        <Plus size={18} aria-hidden />
        New collection
      </Button>
    </Nothing>
  );
}

/** An empty state, shown once rows have arrived: on a new device they may still be on their way. */
export function Nothing(props: EmptyStateProps) {
  return useIsArriving() ? <Loading /> : <EmptyState {...props} />;
}

export function NewTaskButton() {
  return (
    <Button onClick={() => openDialog({ kind: 'add-task' })}>
      <Plus size={18} aria-hidden />
      Add task
    </Button>
  );
}
