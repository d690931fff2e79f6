import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { SAME_PAGE } from '#src/web/addresses/collection-links.ts';

/**
 * What stood behind `#` of the page's address, with the `#`; '' when nothing. It is taken out of the address at once, so
 * that it is neither shown, nor shared, nor found in the history.
 */
export function useAddressSecret(): string {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [secret, setSecret] = useState(hash);
  // A second one may be pasted into the open page.
  if (hash !== '' && hash !== secret) setSecret(hash);
  useEffect(() => {
    if (hash !== '') void navigate(pathname + search, { replace: true, state: SAME_PAGE });
  }, [hash, pathname, search, navigate]);
  return secret;
}
