import { Pencil } from '#src/web/ui/icons/pencil.ts';
import { Tag } from '#src/web/ui/icons/tag.ts';
import { Trash } from '#src/web/ui/icons/trash.ts';
import { useId } from 'react';
import { useLocation } from '#src/web/addresses/location.ts';
import { useLabel, useLabels } from '#src/web/data/rows.ts';
import { closeMenu, openDialog } from '#src/web/focus/dialogs.ts';
import { entryMenuOf } from '#src/web/focus/entry-menu.ts';
import { handOnFocus } from '#src/web/focus/leaving-focus.ts';
import { labelKey, labelLink } from '#src/web/addresses/collection-links.ts';
import { TaskCount } from '#src/web/tasks/list/task-count.tsx';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { Link } from '#src/web/ui/link.tsx';
import { SidebarGroup } from './sidebar-group.tsx';
import styles from './collection-list.module.css';
import { EntryMenuButton } from './entry-menu-button.tsx';
import { useDeleteLabel } from './use-delete-label.ts';

/** The user's labels in the sidebar, by name. */
export function LabelList() {
  const ids = useLabels();
  const key = labelKey(useLocation().pathname);
  return (
    <SidebarGroup
      title="Labels"
      count={ids.length}
      addLabel="Add label"
      onAdd={() => openDialog({ kind: 'add-label' })}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets */}
      <ul role="list" className={styles['list']} hidden={ids.length === 0}>
        {ids.map((id) => (
          <LabelItem key={id} id={id} openKey={key} />
        ))}
      </ul>
    </SidebarGroup>
  );
}

/** `openKey`: the name or id in the path of a label's page. */
function LabelItem({ id, openKey }: { readonly id: string; readonly openKey: string | null }) {
  const label = useLabel(id);
  const askToDelete = useDeleteLabel();
  const countId = useId();
  if (!label) return null;
  const { name, color } = label;
  const isOpen = openKey !== null && openKey === labelKey(labelLink(label));
  return (
    <li ref={handOnFocus} className={styles['item']}>
      <Link
        data-control="open"
        to={labelLink(label)}
        className={styles['link']}
        aria-current={isOpen ? 'page' : undefined}
        aria-describedby={countId}
        onClick={closeMenu}
        onContextMenu={entryMenuOf('label', id)}
      >
        <Tag size={14} fill={color} className={styles['tag']} aria-hidden />
        <span className={styles['name']} dir="auto">
          {name}
        </span>
        <TaskCount list={`labelled:${id}`} id={countId} />
      </Link>
      <span className={styles['actions']}>
        <EntryMenuButton kind="label" id={id} name={name} className={styles['menu']} />
        <IconButton
          icon={Pencil}
          label={`Edit label ${name}`}
          data-control="edit"
          className={styles['action']}
          onClick={() => openDialog({ kind: 'edit-label', id })}
        />
        <IconButton
          icon={Trash}
          look="danger"
          label={`Delete label ${name}`}
          data-control="delete"
          className={styles['action']}
          onClick={() => askToDelete(label)}
        />
      </span>
    </li>
  );
}
