import { Hono, type Context } from 'hono';
import { z } from 'zod';
import type { ProviderProblem, SignInMethods } from '#src/domain/identity/sign-in-methods.ts';
import { providerLimits } from '#src/server/auth/limits/limits.ts';
import type { AuthGateway } from './gateway.ts';
import { withProblem } from '#src/server/auth/providers/provider-problem.ts';
import { readFields } from './read-fields.ts';
import { reject } from './rejection.ts';
import { StateCookies } from './state-cookies.ts';
import { LINK_EXPIRED, LINK_REJECTED, type LinkOrigin } from '#src/server/auth/providers/provider-link.ts';
import { findAccountMethods, removeAccountMethod } from '#src/server/auth/account-methods.ts';
import type { AppDatabase } from '#src/server/db/database.ts';

/** The pages of the app that a sign-in with a provider ends on. */
const ENTRY = '/auth/return';
const SIGN_IN = '/auth/login';
const ACCOUNT = '/app/account';

/** The parameters that a provider sends back. All others are dropped. */
const PASSED_PARAMETERS = ['code', 'state', 'error', 'iss'];

export interface FederatedOptions {
  readonly methods: SignInMethods;
  readonly database: AppDatabase;
  readonly publicUrl: string;
}

/**
 * Signing in with a provider. The destinations are fixed here: a request names only the provider. The
 * provider's own words are never shown, only Sunglow's codes for problems.
 */
export function federatedRoutes(
  gateway: AuthGateway,
  { methods, database, publicUrl }: FederatedOptions,
): Hono {
  const app = new Hono();
  app.get('/list-accounts', async (c) => {
    const { user } = await gateway.signedIn(c);
    return c.json(await findAccountMethods(database.db, user.id, methods));
  });

  if (methods.providers.length === 0) return app;

  const providerSchema = z.object({ provider: z.enum(methods.providers.map(({ id }) => id)) });
  const outcomes = outcomesOf(methods);
  const states = new StateCookies(publicUrl);

  const leave = async (c: Context, end: string, errorEnd: string, additionalData: object = {}) => {
    const { provider } = await readFields(c, providerSchema, () => 'PROVIDER_NOT_FOUND');
    // The cookie set here must exist when the provider sends the browser back to that address.
    if (c.req.header('origin') !== publicUrl) return reject(403, 'INVALID_ORIGIN');
    const body = {
      provider,
      disableRedirect: true,
      callbackURL: publicUrl + end,
      errorCallbackURL: publicUrl + errorEnd,
      additionalData,
    };
    const response = await gateway.ask(c, { body }, { limits: providerLimits(gateway.address(c)) });
    states.keepApart(response.headers, c.req.header('cookie') ?? '');
    return response;
  };
  app.post('/sign-in/social', (c) => leave(c, ENTRY, SIGN_IN));
  app.post('/link-social', async (c) => {
    const { sessionId } = await gateway.freshlySignedIn(c);
    return leave(c, ACCOUNT, ACCOUNT, { linkedBy: sessionId } satisfies LinkOrigin);
  });

  for (const { id } of methods.providers) {
    app.get(`/callback/${id}`, async (c) => {
      const query = new URLSearchParams();
      for (const name of PASSED_PARAMETERS) {
        const value = c.req.query(name);
        if (value !== undefined) query.set(name, value);
      }
      const path = `/callback/${id}?${query.toString()}`;
      const limits = providerLimits(gateway.address(c));
      const [cookies, state] = [c.req.header('cookie') ?? '', c.req.query('state')];
      const question = { path, cookie: states.present(cookies, state) };
      const { result, problem } = await withProblem(() => gateway.ask(c, question, { limits }));
      states.keepApart(result.headers, cookies, state);
      return lead(result, publicUrl, outcomes, problem);
    });
  }

  app.post('/unlink-account', async (c) => {
    const { id: userId } = (await gateway.freshlySignedIn(c)).user;
    const { provider } = await readFields(c, providerSchema, () => 'PROVIDER_NOT_FOUND');
    const isGone = await removeAccountMethod(database, { userId, methods }, (tx) =>
      tx.deleteFrom('account').where('userId', '=', userId).where('providerId', '=', provider).execute(),
    );
    if (!isGone) return reject(409, 'LAST_WAY_IN');
    return Response.json(await findAccountMethods(database.db, userId, methods));
  });

  return app;
}

type Outcomes = Readonly<Record<string, ProviderProblem>>;

/**
 * Better Auth's and the providers' errors as Sunglow's codes. Nobody whose provider does not vouch for the
 * address may learn if it has an account: the errors that would tell have one answer, which differs only by
 * server.
 */
function outcomesOf({ signUps, confirmsEmail }: SignInMethods): Outcomes {
  const unknown = confirmsEmail ? 'EMAIL_UNPROVEN' : 'ACCOUNT_EXISTS';
  const rejected = signUps === 'open' ? unknown : 'SIGN_UPS_CLOSED';
  return {
    access_denied: 'PROVIDER_DENIED',
    state_mismatch: 'PROVIDER_EXPIRED',
    state_not_found: 'PROVIDER_EXPIRED',
    state_invalid: 'PROVIDER_EXPIRED',
    [LINK_EXPIRED]: 'PROVIDER_EXPIRED',
    invalid_code: 'PROVIDER_EXPIRED',
    email_not_found: 'PROVIDER_NO_EMAIL',
    account_not_linked: rejected,
    // The provider has vouched for the email, so that its owner may know.
    [LINK_REJECTED]: 'ACCOUNT_EXISTS',
    email_not_verified: rejected,
    signup_disabled: 'SIGN_UPS_CLOSED',
    account_already_linked_to_different_user: 'LINKED_ELSEWHERE',
    email_does_not_match: 'EMAIL_DIFFERS',
    unable_to_link_account: 'EMAIL_NOT_VOUCHED',
  };
}

/**
 * The final address of a sign-in: Better Auth's own redirect if it is one of the three pages here, with its
 * parameters.
 */
function lead(
  response: Response,
  publicUrl: string,
  outcomes: Outcomes,
  noted: ProviderProblem | null,
): Response {
  const headers = new Headers();
  for (const cookie of response.headers.getSetCookie()) headers.append('set-cookie', cookie);
  headers.set('location', publicUrl + pathAfter(response, publicUrl, outcomes, noted));
  return new Response(null, { status: 303, headers });
}

function pathAfter(
  response: Response,
  publicUrl: string,
  outcomes: Outcomes,
  noted: ProviderProblem | null,
): string {
  // No new account may be made (see invitations.ts).
  if (response.status === 403) return withReason(SIGN_IN, 'SIGN_UPS_CLOSED');
  if (response.status === 429) return withReason(SIGN_IN, 'TOO_MANY');
  const url = URL.parse(response.headers.get('location') ?? '', publicUrl);
  const error = url?.searchParams.get('error') ?? null;
  const isEnd = url?.origin === publicUrl && (url.pathname === ENTRY || url.pathname === ACCOUNT);
  if (isEnd && error === null) return url.pathname;
  const problem = error !== null && Object.hasOwn(outcomes, error) ? outcomes[error] : undefined;
  return withReason(url?.pathname === ACCOUNT ? ACCOUNT : SIGN_IN, noted ?? problem ?? 'PROVIDER_FAILED');
}

function withReason(path: string, problem: ProviderProblem): string {
  return `${path}?${new URLSearchParams({ error: problem }).toString()}`;
}
