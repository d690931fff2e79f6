import { CollectionList } from './features/collections/collection-list.tsx';
import { MainNavigation } from './features/layout/main-navigation.tsx';

/** The sidebar's content: the same beside the page and in the menu. */
export function Sidebar() {
  return (
    <MainNavigation>
      <CollectionList />
    </MainNavigation>
  );
}
