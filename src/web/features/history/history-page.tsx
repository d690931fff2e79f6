import { History } from '#src/web/ui/icons/history.ts';
import { useLocation, useNavigate } from '#src/web/addresses/location.ts';
import { links } from '#src/web/addresses/links.ts';
import { HistoryList } from '#src/web/tasks/history/history-list.tsx';
import { EmptyState } from '#src/web/ui/page/empty-state.tsx';
import { Page } from '#src/web/ui/page/page.tsx';
import { HistoryFilters } from './history-filters.tsx';
import { filterIn, searchOf, type PageFilter } from './page-filter.ts';

/** The history of the account, by day and by who, filtered as its address says (rules H1, H2 and H4). */
export function HistoryPage() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const filter = filterIn(search);
  const isFiltered = search !== '' && Object.values(filter).some((value) => value !== undefined);
  const onFilter = (next: PageFilter) => navigate(links.history + searchOf(next), { replace: true });
  return (
    <Page title="History" aside="The last year">
      <HistoryFilters filter={filter} onFilter={onFilter} />
      <HistoryList
        key={searchOf(filter)}
        filter={filter}
        level={2}
        since={filter.source === undefined ? null : 'Take back all since'}
        empty={
          isFiltered ? (
            <EmptyState
              icon={History}
              title="No changes match"
              text="Choose others above to see more changes."
            />
          ) : (
            <EmptyState
              icon={History}
              title="No changes yet"
              text="What changes on any of your devices appears here."
            />
          )
        }
      />
    </Page>
  );
}
