import '#src/web/styles/base.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { ErrorBoundary } from '#src/web/ui/page/error-boundary.tsx';
import { session } from '#src/web/platform/session.ts';
import { links, repairPath } from '#src/web/addresses/links.ts';
import { AppRoutes, landing } from './routes.tsx';

// A stray percent sign in an address typed by hand (`project/50%`) would make the router throw.
const { pathname, search, hash } = location;
if (repairPath(pathname) !== pathname) {
  history.replaceState(history.state, '', repairPath(pathname) + search + hash);
}

// The way back may lead to the landing page, which sends on whoever is signed in. The router, which hears of it after this, is to
// see no other page in between: the app would be gone for a moment, with what the user was typing in it.
window.addEventListener('popstate', () => {
  if (location.pathname === links.landing && session.get().isSignedIn)
    history.replaceState(null, '', links.today);
});

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');

const app = (
  <StrictMode>
    <ErrorBoundary>
      {/* Without transitions, a page that still loads says so at once instead of leaving the click without an answer. */}
      <BrowserRouter useTransitions={false}>
        <AppRoutes />
      </BrowserRouter>
    </ErrorBoundary>
  </StrictMode>
);
// The document of the landing page comes with its content; boot.js hides it when it is about to be left.
if (root.firstChild === null) createRoot(root).render(app);
else if (!document.documentElement.hidden) void landing.preload().then(() => hydrateRoot(root, app));
