import { Pencil } from '#src/web/ui/icons/pencil.ts';
import { Plus } from '#src/web/ui/icons/plus.ts';
import { Tag } from '#src/web/ui/icons/tag.ts';
import { Trash } from '#src/web/ui/icons/trash.ts';
import { useId } from 'react';
import { useLocation, useNavigate } from '#src/web/addresses/location.ts';
import { useLabel, useLabels } from '#src/web/data/rows.ts';
import { useMutate } from '#src/web/data/use-mutate.ts';
import { askToDelete, closeMenu, openDialog } from '#src/web/focus/dialogs.ts';
import { handOnFocus } from '#src/web/focus/leaving-focus.ts';
import { labelKey, labelLink } from '#src/web/addresses/collection-links.ts';
import { links } from '#src/web/addresses/links.ts';
import { TaskCount } from '#src/web/tasks/list/task-count.tsx';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { Link } from '#src/web/ui/link.tsx';
import styles from './collection-list.module.css';

/** The user's labels in the sidebar, by name. */
export function LabelList() {
  const ids = useLabels();
  const headingId = useId();
  const key = labelKey(useLocation().pathname);
  return (
    <section aria-labelledby={headingId}>
      <div className={styles['head']}>
        <h2 id={headingId} className={styles['heading']}>
          Labels
        </h2>
        <IconButton icon={Plus} label="Add label" onClick={() => openDialog({ kind: 'add-label' })} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets */}
      <ul role="list" className={styles['list']} hidden={ids.length === 0}>
        {ids.map((id) => (
          <LabelItem key={id} id={id} openKey={key} />
        ))}
      </ul>
    </section>
  );
}

/** `openKey`: the name or id in the path of a label's page. */
function LabelItem({ id, openKey }: { readonly id: string; readonly openKey: string | null }) {
  const label = useLabel(id);
  const mutate = useMutate();
  const navigate = useNavigate();
  const countId = useId();
  if (!label) return null;
  const { name, color } = label;
  const isOpen = openKey !== null && openKey === labelKey(labelLink(label));
  const onDelete = () =>
    askToDelete(`The label “${name}” will be gone, and off its tasks. The tasks stay.`, () => {
      void mutate('label.delete', { id, at: Date.now() });
      if (isOpen) navigate(links.today, { replace: true });
    });
  return (
    <li ref={handOnFocus} className={styles['item']}>
      <Link
        data-control="open"
        to={labelLink(label)}
        className={styles['link']}
        aria-current={isOpen ? 'page' : undefined}
        aria-describedby={countId}
        onClick={closeMenu}
      >
        <Tag size={14} fill={color} className={styles['tag']} aria-hidden />
        <span className={styles['name']} dir="auto">
          {name}
        </span>
        <TaskCount list={`labelled:${id}`} id={countId} />
      </Link>
      <span className={styles['actions']}>
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
          onClick={onDelete}
        />
      </span>
    </li>
  );
}
