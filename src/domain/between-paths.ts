/**
 * An address that leads back into the app. The service worker leaves it to the network, so that a proxy with
 * a sign-in of its own can show it.
 */
export const BACK_PATH = '/api/back';

/** The address of the sync socket. The server answers any other request there with UPGRADE_REQUIRED. */
export const SYNC_PATH = '/api/sync';

/**
 * Queries of a page to SYNC_PATH: to ask if the server answers, and to report that sockets fail although it
 * does.
 */
export const SOCKET_ASKED = 'socket=asked';
export const SOCKET_FAILED = 'socket=failed';
