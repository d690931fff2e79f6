import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { LandingPage } from '#src/web/features/landing/landing-page.tsx';
import { links } from '#src/web/addresses/links.ts';

/** What `main.tsx` shows to a visitor at `/`, as HTML: the title first, then the content of #root. Only the build runs it. */
export function renderLandingPage(): string {
  return renderToString(
    <StrictMode>
      <StaticRouter location={links.landing}>
        <LandingPage />
      </StaticRouter>
    </StrictMode>,
  );
}
