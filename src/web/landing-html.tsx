import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { LandingPage } from '#src/web/features/landing/landing-page.tsx';
import { links } from '#src/web/addresses/links.ts';
import { LocationContext } from '#src/web/addresses/location.ts';

/**
 * The HTML of the landing page for visitors at `/`: the title first, then the content of #root. Only the
 * build runs it.
 */
export function renderLandingPage(): string {
  return renderToString(
    <StrictMode>
      <LocationContext value={{ pathname: links.landing, search: '', hash: '', state: null }}>
        <LandingPage />
      </LocationContext>
    </StrictMode>,
  );
}
