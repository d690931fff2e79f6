import { filterIdIn } from '#src/web/addresses/filter-links.ts';
import { links } from '#src/web/addresses/links.ts';
import { useLocation, useNavigate } from '#src/web/addresses/location.ts';
import { useMutate } from '#src/web/data/use-mutate.ts';
import { askToDelete } from '#src/web/focus/dialogs.ts';

/** Confirms and deletes a filter. Its page closes, if it is open. */
export function useDeleteFilter() {
  const mutate = useMutate();
  const navigate = useNavigate();
  const openId = filterIdIn(useLocation().pathname);
  return ({ id, name }: { readonly id: string; readonly name: string }) =>
    askToDelete(`Delete the filter “${name}”? Its tasks stay.`, () => {
      void mutate('filter.delete', { id, at: Date.now() });
      if (id === openId) navigate(links.today, { replace: true });
    });
}
