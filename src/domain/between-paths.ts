/**
 * An address that leads back into the app. The service worker leaves it to the network, so that a proxy with a sign-in of its own gets to ask
 * for that.
 */
export const BACK_PATH = '/api/back';

/** The address of the sync socket. To a request for anything else there, the server answers UPGRADE_REQUIRED. */
export const SYNC_PATH = '/api/sync';

/** Queries of a page that asks whether the server answers there, and that tells of sockets that do not open though it does. */
export const SOCKET_ASKED = 'socket=asked';
export const SOCKET_FAILED = 'socket=failed';
