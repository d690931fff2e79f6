import type { Context } from 'hono';
import type { AuthGateway } from './gateway.ts';
import { reject } from './rejection.ts';

/** Lets in whoever has the token of a link that was mailed, and makes the account where there is none. */
export async function useSignInLink(gateway: AuthGateway, c: Context, token: string): Promise<Response> {
  const path = `/magic-link/verify?${new URLSearchParams({ token }).toString()}`;
  const response = await gateway.ask(c, { method: 'GET', path });
  if (response.status < 300 || response.status >= 400) return response;
  // Better Auth would send a browser on to a page there that says so.
  const reason = URL.parse(response.headers.get('location') ?? '')?.searchParams.get('error');
  return reason === 'INVITATION_NEEDED' || reason === 'SIGN_UPS_CLOSED'
    ? reject(403, reason)
    : reject(400, 'INVALID_TOKEN');
}
