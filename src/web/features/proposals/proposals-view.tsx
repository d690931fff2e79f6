import { useId, type ComponentType, type ReactNode } from 'react';
import type { Screen } from '#src/web/data/screen.ts';
import { formatCount } from '#src/web/platform/format-count.ts';
import styles from './proposals.module.css';
import { useProposals } from './use-proposals.ts';

interface ProposalsViewProps {
  readonly screen: Screen;
  /** The link to a screen. */
  readonly View: ComponentType<Screen & { readonly describedBy?: string; readonly children: ReactNode }>;
}

/** The link of the sidebar, while there is a proposal to decide. */
export function ProposalsView({ screen, View }: ProposalsViewProps) {
  const countId = useId();
  const { open } = useProposals();
  if (open.length === 0) return null;
  const number = formatCount(open.length);
  return (
    <View {...screen} describedBy={countId}>
      <span className={styles['count']} aria-hidden>
        {number}
      </span>
      <span id={countId} hidden>
        {number} to decide
      </span>
    </View>
  );
}
