import { Hono } from 'hono';
import { accountRoutes } from '#src/server/auth/routes/account-routes.ts';
import { deletionRoutes } from '#src/server/auth/routes/deletion-routes.ts';
import type { EmailChange } from '#src/server/auth/email-change.ts';
import { emailRoutes } from '#src/server/auth/routes/email-routes.ts';
import { federatedRoutes } from '#src/server/auth/routes/federated-routes.ts';
import { invitationRoutes } from '#src/server/auth/routes/invitation-routes.ts';
import { MailRequests } from '#src/server/auth/routes/mail-requests.ts';
import { passkeyRoutes } from '#src/server/auth/routes/passkey-routes.ts';
import type { AuthGateway } from '#src/server/auth/routes/gateway.ts';
import { Refusal, refuse } from '#src/server/auth/routes/refusal.ts';
import { passwordRoutes } from '#src/server/auth/routes/password-routes.ts';
import { phoneRoutes } from '#src/server/auth/routes/phone-routes.ts';
import { sessionRoutes } from '#src/server/auth/routes/session-routes.ts';
import { signUpRoutes } from '#src/server/auth/routes/sign-up-routes.ts';
import { twoFactorRoutes } from '#src/server/auth/routes/two-factor-routes.ts';
import type { Ways } from '#src/domain/ways.ts';
import type { Sessions } from '#src/server/auth/sessions.ts';
import type { AppDatabase } from '#src/server/db/database.ts';

export interface AuthRoutesOptions {
  readonly emailChange: EmailChange;
  /** Takes what goes on after the answer. */
  readonly inBackground: (work: Promise<unknown>) => void;
  readonly sessions: Sessions;
  readonly publicUrl: string;
  readonly ways: Ways;
  readonly database: AppDatabase;
}

/**
 * What Sunglow offers of identity, under /api/auth: of Better Auth's many endpoints, those named in these files and no
 * others. Bodies are JSON, and are checked before Better Auth sees them.
 */
export function authRoutes(gateway: AuthGateway, options: AuthRoutesOptions): Hono {
  const { ways } = options;
  const mails = new MailRequests(gateway, options.inBackground);
  const app = new Hono();
  app.get('/ways', (c) => c.json(ways));
  app.get('/get-session', (c) => gateway.ask(c));
  app.post('/sign-out', async (c) => {
    // The log needs the visitor: afterwards nobody can tell who it was.
    await gateway.visitor(c);
    return gateway.ask(c, { body: {} });
  });
  app.route('/', passwordRoutes(gateway, ways));
  if (ways.confirmsEmail) app.route('/', signUpRoutes(gateway, { ...options, mails }));
  app.route('/', twoFactorRoutes(gateway));
  if (ways.passkeys) app.route('/', passkeyRoutes(gateway, options));
  if (ways.signUps === 'invite') app.route('/', invitationRoutes(gateway));
  app.route('/', deletionRoutes(gateway, options.database));
  app.route('/', federatedRoutes(gateway, options));
  if (ways.phone) app.route('/', phoneRoutes(gateway, options));
  app.route(
    '/',
    accountRoutes(gateway, { ...options, emailChange: ways.email ? options.emailChange : null }),
  );
  app.route('/', sessionRoutes(gateway, options.sessions));
  if (ways.email) app.route('/', emailRoutes(gateway, { ...options, mails }));
  app.onError((error) => {
    if (error instanceof Refusal) return refuse(error.status, error.code);
    throw error;
  });
  return app;
}
