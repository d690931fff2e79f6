/**
 * An address that leads back into the app. The service worker leaves it to the network, so that a proxy with a sign-in of its own gets to ask
 * for that.
 */
export const BACK_PATH = '/api/back';

/** The address of the sync socket. To a request that is none, the server answers 426 and UPGRADE_REQUIRED. */
export const SYNC_PATH = '/api/sync';

/** The query of such a request from a page whose socket does not open though the server answers. */
export const SOCKET_FAILED = 'socket=failed';
