import { links } from '#src/web/addresses/links.ts';
import { formatCount } from '#src/web/platform/format-count.ts';
import { Sparkles } from '#src/web/ui/icons/sparkles.ts';
import { Link } from '#src/web/ui/link.tsx';
import { EmptyState } from '#src/web/ui/page/empty-state.tsx';
import { Page } from '#src/web/ui/page/page.tsx';
import { ProposalArticle } from './proposal-article.tsx';
import styles from './proposals.module.css';
import { useProposals } from './use-proposals.ts';

/** The changes that programs propose, and those that the user has accepted (rule M2). */
export function ProposalsPage() {
  const { open, accepted } = useProposals();
  return (
    <Page title="Proposals" aside={open.length > 0 && `${formatCount(open.length)} to decide`}>
      {open.map((proposal) => (
        <ProposalArticle key={proposal.id} proposal={proposal} isOpen />
      ))}
      {open.length === 0 && (
        <EmptyState
          icon={Sparkles}
          title="Nothing to decide."
          text="Agents with the scope Propose leave their suggestions here. Nothing changes until you accept it."
        >
          <Link to={links.access}>Access tokens</Link>
        </EmptyState>
      )}
      {accepted.length > 0 && (
        <section aria-label="Accepted">
          <p className={styles['over']}>Accepted in the last 30 days</p>
          {accepted.map((proposal) => (
            <ProposalArticle key={proposal.id} proposal={proposal} isOpen={false} />
          ))}
        </section>
      )}
    </Page>
  );
}
