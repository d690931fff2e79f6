import { Hono } from 'hono';
import { accountRoutes } from './account-routes.ts';
import { deletionRoutes } from './deletion-routes.ts';
import type { EmailChange } from '#src/server/auth/email-change.ts';
import { emailRoutes } from './email-routes.ts';
import { federatedRoutes } from './federated-routes.ts';
import { invitationRoutes } from './invitation-routes.ts';
import { MailRequests } from './mail-requests.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import type { AuthGateway } from './gateway.ts';
import { RejectedRequest, reject } from './rejection.ts';
import { passwordRoutes } from './password-routes.ts';
import { phoneRoutes } from './phone-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { signUpRoutes } from './sign-up-routes.ts';
import { twoFactorRoutes } from './two-factor-routes.ts';
import type { SignInMethods } from '#src/domain/identity/sign-in-methods.ts';
import type { Sessions } from '#src/server/auth/sessions/sessions.ts';
import type { AppDatabase } from '#src/server/db/database.ts';

export interface AuthRoutesOptions {
  readonly emailChange: EmailChange;
  /** Takes work that continues after the answer. */
  readonly inBackground: (work: Promise<unknown>) => void;
  readonly sessions: Sessions;
  readonly publicUrl: string;
  readonly methods: SignInMethods;
  readonly database: AppDatabase;
}

/**
 * The routes under /api/auth: of Better Auth's many endpoints only the ones named in these files. Bodies are
 * JSON, and are checked before Better Auth gets them.
 */
export function authRoutes(gateway: AuthGateway, options: AuthRoutesOptions): Hono {
  const { methods } = options;
  const mails = new MailRequests(gateway, options.inBackground);
  const app = new Hono();
  app.get('/ways', (c) => c.json(methods));
  app.get('/get-session', (c) => gateway.ask(c));
  app.post('/sign-out', async (c) => {
    // Reads the visitor for the log, since the session is gone afterwards.
    await gateway.visitor(c);
    return gateway.ask(c, { body: {} });
  });
  app.route('/', passwordRoutes(gateway, methods));
  if (methods.confirmsEmail) app.route('/', signUpRoutes(gateway, { ...options, mails }));
  app.route('/', twoFactorRoutes(gateway));
  if (methods.passkeys) app.route('/', passkeyRoutes(gateway, options));
  if (methods.signUps === 'invite') app.route('/', invitationRoutes(gateway));
  app.route('/', deletionRoutes(gateway, options.database));
  app.route('/', federatedRoutes(gateway, options));
  if (methods.phone) app.route('/', phoneRoutes(gateway, options));
  app.route(
    '/',
    accountRoutes(gateway, { ...options, emailChange: methods.email ? options.emailChange : null }),
  );
  app.route('/', sessionRoutes(gateway, options.sessions));
  if (methods.email) app.route('/', emailRoutes(gateway, { ...options, mails }));
  app.onError((error) => {
    if (error instanceof RejectedRequest) return reject(error.status, error.code);
    throw error;
  });
  return app;
}
