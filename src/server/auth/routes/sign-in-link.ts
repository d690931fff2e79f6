import type { Context } from 'hono';
import type { AuthGateway } from './gateway.ts';
import { reject } from './rejection.ts';

/** Signs in by the token of a mailed link, and makes the account if there is none. */
export async function useSignInLink(gateway: AuthGateway, c: Context, token: string): Promise<Response> {
  const path = `/magic-link/verify?${new URLSearchParams({ token }).toString()}`;
  const response = await gateway.ask(c, { method: 'GET', path });
  if (response.status < 300 || response.status >= 400) return response;
  // Better Auth would redirect to a page with the error.
  const reason = URL.parse(response.headers.get('location') ?? '')?.searchParams.get('error');
  return reason === 'INVITATION_NEEDED' || reason === 'SIGN_UPS_CLOSED'
    ? reject(403, reason)
    : reject(400, 'INVALID_TOKEN');
}
