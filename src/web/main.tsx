import '#src/web/styles/base.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { ErrorBoundary } from '#src/web/ui/page/error-boundary.tsx';
import { session } from '#src/web/platform/session.ts';
import { links, repairPath } from '#src/web/addresses/links.ts';
import { Router } from '#src/web/addresses/router.tsx';
import { AppRoutes, landing } from './routes.tsx';

// A stray percent sign in an address typed by hand (`project/50%`) cannot be decoded.
const { pathname, search, hash } = location;
if (repairPath(pathname) !== pathname) {
  history.replaceState(history.state, '', repairPath(pathname) + search + hash);
}

// Going back may lead to the landing page, which redirects signed-in users. This listener runs before the
// router's, so that the router renders no page in between: the app would vanish for a moment, along with
// unsaved text.
window.addEventListener('popstate', () => {
  if (location.pathname === links.landing && session.get().isSignedIn)
    history.replaceState(null, '', links.today);
});

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');

const app = (
  <StrictMode>
    <ErrorBoundary>
      <Router>
        <AppRoutes />
      </Router>
    </ErrorBoundary>
  </StrictMode>
);
// The document of the landing page contains its content; boot.js hides it if a redirect follows.
if (root.firstChild === null) createRoot(root).render(app);
else if (!document.documentElement.hidden) void landing.preload().then(() => hydrateRoot(root, app));
