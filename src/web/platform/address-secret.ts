import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from '#src/web/addresses/location.ts';
import { SAME_PAGE } from '#src/web/addresses/collection-links.ts';

/**
 * The part of the page's address from its `#` on; '' without one. It is removed from the address at once, so
 * that it is neither shown nor shared nor kept in the history.
 */
export function useAddressSecret(): string {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [secret, setSecret] = useState(hash);
  // The user may paste another one into the open page.
  if (hash !== '' && hash !== secret) setSecret(hash);
  useEffect(() => {
    if (hash !== '') navigate(pathname + search, { replace: true, state: SAME_PAGE });
  }, [hash, pathname, search, navigate]);
  return secret;
}
