import CloudCheck from 'lucide-react/icons/cloud-check';
import { useRejections } from '#src/web/data/rows.ts';
import { EmptyState } from '#src/web/ui/page/empty-state.tsx';
import { Page } from '#src/web/ui/page/page.tsx';
import styles from './needs-attention-page.module.css';
import { RejectedChange } from './rejected-change.tsx';

/** What the server rejected, until the user has settled it (sync rule W14). */
export function NeedsAttentionPage() {
  const rejections = useRejections();
  return (
    <Page title="Needs attention">
      {rejections.length === 0 ? (
        <EmptyState
          icon={CloudCheck}
          title="All settled"
          text="Changes that the server cannot accept wait here for you. There are none."
        />
      ) : (
        <>
          <p className={styles['lead']}>
            The server could not accept these changes. Nothing of them is lost: decide what becomes of each.
          </p>
          <ul className={styles['list']}>
            {rejections.map((rejection) => (
              <RejectedChange key={rejection.mutation.id} rejection={rejection} />
            ))}
          </ul>
        </>
      )}
    </Page>
  );
}
