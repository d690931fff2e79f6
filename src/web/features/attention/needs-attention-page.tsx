import { CloudCheck } from '#src/web/ui/icons/cloud-check.ts';
import { EmptyState } from '#src/web/ui/page/empty-state.tsx';
import { Page } from '#src/web/ui/page/page.tsx';
import styles from './needs-attention-page.module.css';
import { RejectedChange } from './rejected-change.tsx';
import { SetBackCard } from './set-back-card.tsx';
import { useAttention } from './use-send-again.ts';

/** The rejected changes, until the user has settled them (sync rule W14). */
export function NeedsAttentionPage() {
  const { lost, others, onRejected } = useAttention();
  return (
    <Page title="Needs attention">
      {lost.length + others.length === 0 ? (
        <EmptyState
          icon={CloudCheck}
          title="All settled"
          text="Changes that the server rejects appear here. There are none."
        />
      ) : (
        <>
          {others.length > 0 && (
            <p className={styles['lead']}>
              The server rejected these changes. None is lost: choose what to do with each.
            </p>
          )}
          <ul className={styles['list']}>
            {lost.length > 0 && <SetBackCard lost={lost} onRejected={onRejected} />}
            {others.map((rejection) => (
              <RejectedChange key={rejection.mutation.id} rejection={rejection} />
            ))}
          </ul>
        </>
      )}
    </Page>
  );
}
