// Runs before anything is shown, so that nothing flashes: neither the other theme, nor the landing page to a user who is
// signed in. A file of its own, since the Content-Security-Policy allows no script inside the document.
(() => {
  const root = document.documentElement;

  /** A browser that blocks storage throws on access. */
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };

  // The app's first page; at the front door there is nothing new for a user who is in.
  if (location.pathname === '/' && read('isLoggedIn') === 'true') {
    root.hidden = true;
    location.replace('/app/today');
    return;
  }

  // Without the app's script nobody else could say so. Where there is content already, that is better than a message.
  addEventListener(
    'error',
    ({ target }) => {
      const app = document.getElementById('root');
      if (!(target instanceof HTMLScriptElement) || app.firstChild) return;
      app.className = 'notice';
      app.role = 'main';
      const heading = document.createElement('h1');
      heading.textContent = 'Sunglow could not be loaded. Check your network, then reload this page.';
      app.append(heading);
    },
    true,
  );

  /** What the browser paints itself: its frame, and the page before its styles are there. */
  const tellBrowser = () => {
    const { theme } = root.dataset;
    document.querySelector('meta[name="color-scheme"]').content = theme ?? 'light dark';
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
      const { scheme } = meta.dataset;
      if (theme === undefined) meta.media = `(prefers-color-scheme: ${scheme})`;
      else meta.media = scheme === theme ? 'all' : 'not all';
    }
  };
  // Also when the theme is chosen later: whoever does that only sets `data-theme`.
  new MutationObserver(tellBrowser).observe(root, { attributeFilter: ['data-theme'] });

  const applyTheme = () => {
    const theme = read('sunglow.theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    else delete root.dataset.theme;
  };
  applyTheme();
  // An observer tells later than the first paint may be.
  if (root.dataset.theme) tellBrowser();
  // Another tab chose.
  addEventListener('storage', applyTheme);
})();
