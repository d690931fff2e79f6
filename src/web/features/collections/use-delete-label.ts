import { labelKey, labelLink } from '#src/web/addresses/collection-links.ts';
import { links } from '#src/web/addresses/links.ts';
import { useLocation, useNavigate } from '#src/web/addresses/location.ts';
import { useMutate } from '#src/web/data/use-mutate.ts';
import { askToDelete } from '#src/web/focus/dialogs.ts';

/** Confirms and deletes a label. Its page closes, if it is open. */
export function useDeleteLabel() {
  const mutate = useMutate();
  const navigate = useNavigate();
  const openKey = labelKey(useLocation().pathname);
  return (label: { readonly id: string; readonly name: string }) =>
    askToDelete(`Delete the label “${label.name}”? Its tasks stay, without the label.`, () => {
      void mutate('label.delete', { id: label.id, at: Date.now() });
      const isOpen = openKey !== null && openKey === labelKey(labelLink(label));
      if (isOpen) navigate(links.today, { replace: true });
    });
}
