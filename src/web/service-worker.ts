// Opens the app without a network, and shows reminders. It runs beside the tabs; scripts/service-worker.ts
// builds it separately.
import { clientsClaim } from 'workbox-core';
import { createHandlerBoundToURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import type { RouteHandlerCallbackOptions } from 'workbox-core';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { isAddress } from '#src/domain/addresses.ts';
import { TAKE_OVER } from '#src/web/platform/take-over.ts';
import { listenForLeftData } from '#src/web/worker/left-data.ts';
import { listenForReminders } from '#src/web/worker/reminders.ts';
import type { WorkerScope } from '#src/web/worker/worker-scope.ts';

/** Every file of this version of the app. The build inserts the list. */
declare const APP_FILES: PrecacheEntry[];

declare const self: WorkerScope;

// First of all: a listener that answers a visit hides it from the listeners after it.
listenForLeftData(self);

// All files are stored before this version waits for its turn. Requests outside the list go to the network:
// the API, and the `fetch` of /app that tells a new version from a lost connection.
precacheAndRoute(APP_FILES, { cleanURLs: false });
const openApp = createHandlerBoundToURL('/index.html');
registerRoute(new NavigationRoute(openPage, { allowlist: [/^\/(app|auth)([/?]|$)/] }));
// The server answers any other address. Without a network, the app shows its page for unknown addresses.
registerRoute(
  new NavigationRoute((visit) => fetch(visit.request).catch(() => openPage(visit)), {
    denylist: [/^\/$/, /^\/api\//],
  }),
);

/** Answers as the server does: an unknown address gets status 404, and the app shows its page for it. */
async function openPage(visit: RouteHandlerCallbackOptions): Promise<Response> {
  const page = await openApp(visit);
  if (isAddress(visit.url.pathname)) return page;
  return new Response(page.body, { status: 404, headers: page.headers });
}

// On a first visit the open tab needs the worker too, for when its network is lost.
clientsClaim();

// A new version waits until no tab runs the old one, whose code is no longer on the server, or until the user
// agrees.
self.addEventListener('message', ({ data }) => {
  if (data === TAKE_OVER) void self.skipWaiting();
});

listenForReminders(self);
