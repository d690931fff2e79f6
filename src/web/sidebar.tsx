import { CollectionList } from './features/collections/collection-list.tsx';
import { MainNavigation } from './features/layout/main-navigation.tsx';
import { ShortcutsButton } from './features/shortcuts/shortcuts-button.tsx';
import { ErrorBoundary } from './ui/error-boundary.tsx';

/** The sidebar's content: the same beside the page and in the menu. */
export function Sidebar() {
  return (
    <ErrorBoundary part="The sidebar">
      <MainNavigation>
        <CollectionList />
        <ShortcutsButton />
      </MainNavigation>
    </ErrorBoundary>
  );
}
