import { useId } from 'react';
import { itemsOf } from '#src/reading/proposals/items.ts';
import type { Rows } from '#src/tables/tables.ts';
import { useMoment } from '#src/web/data/use-moment.ts';
import { handOnFocus } from '#src/web/focus/leaving-focus.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ProposalItemRow } from './proposal-item.tsx';
import styles from './proposals.module.css';
import { useDecide } from './use-decide.ts';

interface ProposalArticleProps {
  readonly proposal: Rows['proposal'];
  /** True while its open items can be accepted. */
  readonly isOpen: boolean;
}

export function ProposalArticle({ proposal, isOpen }: ProposalArticleProps) {
  const titleId = useId();
  const write = useMoment();
  const { isBusy, accept, decline, takeBack } = useDecide(proposal);
  const items = itemsOf(proposal);
  const open = items.filter(({ state }) => state === 'open');
  const accepted = items.filter(({ state }) => state === 'accepted');
  const isSingle = items.length === 1;
  const { name, program, reason, createdAt, expiresAt } = proposal;
  return (
    <article ref={handOnFocus} className={styles['proposal']} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles['title']} dir="auto">
        {name}
      </h2>
      <p className={styles['source']}>
        <bdi>{program}</bdi>, {write(createdAt)}
        {isOpen && ` · expires ${write(expiresAt)}`}
      </p>
      {reason !== '' && (
        <p className={styles['reason']} dir="auto">
          {reason}
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets */}
      <ul role="list" className={styles['items']}>
        {items.map((item) => (
          <ProposalItemRow
            key={item.id}
            item={item}
            items={items}
            hasButtons={!isSingle}
            isOpen={isOpen}
            isBusy={isBusy}
            onAccept={() => accept(({ id }) => id === item.id)}
            onDecline={() => decline(({ id }) => id === item.id)}
            onUndo={() => takeBack(({ id }) => id === item.id)}
          />
        ))}
      </ul>
      <div className={styles['actions']}>
        {isOpen && open.length > 0 && (
          <>
            <Button
              look="primary"
              size="small"
              data-control="accept"
              isBusy={isBusy}
              onClick={() => accept()}
            >
              {isSingle ? 'Accept' : 'Accept all'}
            </Button>
            <Button
              look="quiet"
              size="small"
              data-control="decline"
              className={styles['decline']}
              isBusy={isBusy}
              onClick={() => decline()}
            >
              Decline
            </Button>
          </>
        )}
        {accepted.length > 1 && (
          <Button look="quiet" size="small" data-control="undo" isBusy={isBusy} onClick={() => takeBack()}>
            Undo all
          </Button>
        )}
      </div>
    </article>
  );
}
