import { ListFilter } from '#src/web/ui/icons/list-filter.ts';
import { Pencil } from '#src/web/ui/icons/pencil.ts';
import { Star } from '#src/web/ui/icons/star.ts';
import { Trash } from '#src/web/ui/icons/trash.ts';
import { TriangleAlert } from '#src/web/ui/icons/triangle-exclamation-point.ts';
import { useId } from 'react';
import { useLocation } from '#src/web/addresses/location.ts';
import { useFilterProblem } from '#src/web/data/standing-filters.ts';
import { useRow, useTopic } from '#src/web/data/rows.ts';
import { closeMenu, openDialog } from '#src/web/focus/dialogs.ts';
import { entryMenuOf } from '#src/web/focus/entry-menu.ts';
import { handOnFocus } from '#src/web/focus/leaving-focus.ts';
import { TaskCount } from '#src/web/tasks/list/task-count.tsx';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { Link } from '#src/web/ui/link.tsx';
import { SidebarGroup } from '#src/web/features/collections/sidebar-group.tsx';
import styles from '#src/web/features/collections/collection-list.module.css';
import { EntryMenuButton } from '#src/web/features/collections/entry-menu-button.tsx';
import { filterIdIn, filterLink } from '#src/web/addresses/filter-links.ts';
import { useDeleteFilter } from './use-delete-filter.ts';

/** The user's saved filters in the sidebar: favorites first. */
export function FilterList() {
  const ids = useTopic('filters', (replica) => replica.lists.filters());
  const openId = filterIdIn(useLocation().pathname);
  return (
    <SidebarGroup
      title="Filters"
      count={ids.length}
      addLabel="Add filter"
      onAdd={() => openDialog({ kind: 'add-filter' })}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets */}
      <ul role="list" className={styles['list']} hidden={ids.length === 0}>
        {ids.map((id) => (
          <FilterItem key={id} id={id} isOpen={id === openId} />
        ))}
      </ul>
    </SidebarGroup>
  );
}

function FilterItem({ id, isOpen }: { readonly id: string; readonly isOpen: boolean }) {
  const filter = useRow('filter', id);
  const problem = useFilterProblem(id);
  const askToDelete = useDeleteFilter();
  const countId = useId();
  if (!filter) return null;
  const { name, color, isFavourite } = filter;
  return (
    <li ref={handOnFocus} className={styles['item']}>
      <Link
        data-control="open"
        to={filterLink(id)}
        className={styles['link']}
        aria-current={isOpen ? 'page' : undefined}
        aria-describedby={countId}
        onClick={closeMenu}
        onContextMenu={entryMenuOf('filter', id)}
      >
        <ListFilter size={14} color={color ?? undefined} className={styles['tag']} aria-hidden />
        <span className={styles['name']} dir="auto">
          {name}
        </span>
        {isFavourite === 1 && <Star size={12} className={styles['star']} aria-hidden />}
        {problem ? (
          <>
            <TriangleAlert size={14} className={styles['broken']} aria-hidden />
            <span id={countId} hidden>
              {problem.message}
            </span>
          </>
        ) : (
          <TaskCount list={`query:${id}`} id={countId} />
        )}
      </Link>
      <span className={styles['actions']}>
        <EntryMenuButton kind="filter" id={id} name={name} className={styles['menu']} />
        <IconButton
          icon={Pencil}
          label={`Edit filter ${name}`}
          data-control="edit"
          className={styles['action']}
          onClick={() => openDialog({ kind: 'edit-filter', id })}
        />
        <IconButton
          icon={Trash}
          look="danger"
          label={`Delete filter ${name}`}
          data-control="delete"
          className={styles['action']}
          onClick={() => askToDelete(filter)}
        />
      </span>
    </li>
  );
}
