import { ListFilter } from '#src/web/ui/icons/list-filter.ts';
import { Pencil } from '#src/web/ui/icons/pencil.ts';
import { useLocation } from '#src/web/addresses/location.ts';
import { useIsArriving, useRow, useTopic } from '#src/web/data/rows.ts';
import { useFilterProblem } from '#src/web/data/standing-filters.ts';
import { useRead } from '#src/web/data/use-read.ts';
import { Arranged, ViewMenu } from './arranged.tsx';
import { openDialog } from '#src/web/focus/dialogs.ts';
import { links } from '#src/web/addresses/links.ts';
import { TaskList } from '#src/web/tasks/list/task-list.tsx';
import { NoTasks } from '#src/web/tasks/list/no-tasks.tsx';
import { Button, ButtonLink } from '#src/web/ui/button.tsx';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { EmptyState } from '#src/web/ui/page/empty-state.tsx';
import { Loading } from '#src/web/ui/page/loading.tsx';
import { Page } from '#src/web/ui/page/page.tsx';
import { filterIdIn } from '#src/web/addresses/filter-links.ts';
import styles from './filter-page.module.css';

/** The tasks of the filter that the path names. */
export function FilterPage() {
  const filter = useRow('filter', filterIdIn(useLocation().pathname) ?? '');
  if (filter?.deletedAt !== null) return <UnknownFilter />;
  const { id, name, query } = filter;
  const edit = () => openDialog({ kind: 'edit-filter', id });
  return (
    <Page
      title={name}
      menu={
        <>
          <ViewMenu list={`query:${id}`} />
          <IconButton icon={Pencil} label={`Edit filter ${name}`} onClick={edit} />
        </>
      }
    >
      <Filtered key={id} id={id} name={name} query={query} onEdit={edit} />
    </Page>
  );
}

interface FilteredProps {
  readonly id: string;
  readonly name: string;
  readonly query: string;
  readonly onEdit: () => void;
}

function Filtered({ id, name, query, onEdit }: FilteredProps) {
  const read = useRead(query);
  const problem = useFilterProblem(id);
  const ids = useTopic(`query:${id}`, ({ lists }) => lists.queried(id));
  if ('problem' in read) {
    return (
      <EmptyState icon={ListFilter} title="This filter cannot be read" text={read.problem.message}>
        <Button onClick={onEdit}>
          <Pencil size={18} aria-hidden />
          Edit filter
        </Button>
      </EmptyState>
    );
  }
  if (problem !== null || !ids) return <Loading />;
  const empty = (
    <NoTasks
      icon={ListFilter}
      title="No tasks for this filter"
      text="Tasks that match this filter appear here."
    />
  );
  return (
    <>
      <p className={styles['words']} dir="auto">
        {read.words}
      </p>
      <Arranged list={`query:${id}`} label={name} empty={empty}>
        <TaskList label={name} sections={[{ day: null, ids }]} empty={empty} />
      </Arranged>
    </>
  );
}

function UnknownFilter() {
  if (useIsArriving()) return <Loading />;
  return (
    <Page title="Page Not Found!">
      <EmptyState
        icon={ListFilter}
        title="There is no such filter"
        text="It may have been deleted, or its address was mistyped."
      >
        <ButtonLink to={links.today}>Click Here</ButtonLink>
      </EmptyState>
    </Page>
  );
}
