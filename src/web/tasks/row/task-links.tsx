import { linksIn } from './link-text.ts';
import { SafeLink } from './linked-text.tsx';
import styles from './task-links.module.css';

/** The links of a description, listed since a text field cannot make them clickable. */
export function TaskLinks({ description }: { readonly description: string }) {
  const links = linksIn(description);
  if (links.length === 0) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets
    <ul role="list" aria-label="Links" className={styles['list']}>
      {links.map((href) => (
        <li key={href} className={styles['item']}>
          <SafeLink href={href} />
        </li>
      ))}
    </ul>
  );
}
