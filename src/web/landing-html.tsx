import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { LandingPage } from '#src/web/features/landing/landing-page.tsx';
import { links } from '#src/web/addresses/links.ts';

/**
 * The HTML of the landing page for visitors at `/`: the title first, then the content of #root. Only the
 * build runs it.
 */
export function renderLandingPage(): string {
  return renderToString(
    <StrictMode>
      <StaticRouter location={links.landing}>
        <LandingPage />
      </StaticRouter>
    </StrictMode>,
  );
}
