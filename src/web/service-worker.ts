// Opens the app without a network, and shows reminders. It runs beside the tabs, and is built on its own (scripts/service-worker.ts).
import { clientsClaim } from 'workbox-core';
import { createHandlerBoundToURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import type { RouteHandlerCallbackOptions } from 'workbox-core';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { isAddress } from '#src/domain/addresses.ts';
import { TAKE_OVER } from '#src/web/platform/take-over.ts';
import { listenForLeftData } from '#src/web/worker/left-data.ts';
import { listenForReminders } from '#src/web/worker/reminders.ts';
import type { WorkerScope } from '#src/web/worker/worker-scope.ts';

/** Every file of the app, as this version of it has them. The build puts the list here. */
declare const APP_FILES: PrecacheEntry[];

declare const self: WorkerScope;

// This comes first: whoever answers a visit keeps it from those who listen after.
listenForLeftData(self);

// Stored as a whole before this version waits for its turn. What is not in the list goes to the network: the API, and
// `fetch` of /app, by which a page tells a new version from a lost connection.
precacheAndRoute(APP_FILES, { cleanURLs: false });
const openApp = createHandlerBoundToURL('/index.html');
registerRoute(new NavigationRoute(openPage, { allowlist: [/^\/(app|auth)([/?]|$)/] }));
// Any other address is the server's to answer; without a network, the app has a page for those that it does not know.
registerRoute(
  new NavigationRoute((visit) => fetch(visit.request).catch(() => openPage(visit)), {
    denylist: [/^\/$/, /^\/api\//],
  }),
);

/** Answers as the server does: an address that leads nowhere is not found, and the app says so. */
async function openPage(visit: RouteHandlerCallbackOptions): Promise<Response> {
  const page = await openApp(visit);
  if (isAddress(visit.url.pathname)) return page;
  return new Response(page.body, { status: 404, headers: page.headers });
}

// On a first visit the tab that is open needs it as well, once its network is gone.
clientsClaim();

// A new version waits until no tab runs the old one, whose code is no longer on the server, or until the user wants it.
self.addEventListener('message', ({ data }) => {
  if (data === TAKE_OVER) void self.skipWaiting();
});

listenForReminders(self);
