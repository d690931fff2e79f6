import { CollectionList } from '#src/web/features/collections/collection-list.tsx';
import { FilterList } from '#src/web/features/collections/filters/filter-chunk.ts';
import { EntryMenuHost } from '#src/web/features/collections/menus/entry-menu-host.tsx';
import { LabelList } from '#src/web/features/collections/label-chunk.ts';
import { MainNavigation } from '#src/web/features/layout/main-navigation.tsx';
import { ShortcutsButton } from '#src/web/features/shortcuts/shortcuts-button.tsx';
import { chunk } from '#src/web/feedback/chunk.tsx';
import { SIDEBAR_SCREENS } from './screens.ts';
import { ErrorBoundary } from '#src/web/ui/page/error-boundary.tsx';

// The count of open proposals reads their items, and most users have none.
const ProposalsView = chunk(() => import('#src/web/features/proposals/proposals-view.tsx')).patientPart(
  (module) => module.ProposalsView,
);

/** The sidebar's content, for the side of the page and the menu. */
export function Sidebar({ inDialog = false }: { readonly inDialog?: boolean }) {
  return (
    <ErrorBoundary part="The sidebar">
      <MainNavigation screens={SIDEBAR_SCREENS} Proposals={ProposalsView}>
        <CollectionList />
        <ErrorBoundary part="Labels and filters">
          <LabelList />
          <FilterList />
        </ErrorBoundary>
        <ShortcutsButton />
      </MainNavigation>
      {inDialog && <EntryMenuHost inDialog />}
    </ErrorBoundary>
  );
}
