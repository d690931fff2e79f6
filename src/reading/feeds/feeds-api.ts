/** The route of a user's feeds: GET lists them, POST adds one, DELETE of `/ID` revokes it. */
export const FEEDS_API_PATH = '/api/feeds';

/** The folder of the addresses of feeds: `/feeds/SECRET.ics`. */
export const FEED_PATH = '/feeds';

export const FEED_SCOPES = ['everything', 'collection', 'filter'] as const;
/** The tasks of a feed. */
export type FeedScope = (typeof FEED_SCOPES)[number];

/** Events by default: Google, Apple and Outlook show no VTODO of a feed. */
export const FEED_KINDS = ['event', 'todo'] as const;
export type FeedKind = (typeof FEED_KINDS)[number];

export const FEED_NAME_LENGTH = 100;

export interface NewFeed {
  readonly name: string;
  readonly scope: FeedScope;
  /** The collection or filter; null for everything. */
  readonly rowId: string | null;
  readonly kind: FeedKind;
}

export interface Feed extends NewFeed {
  readonly id: string;
  /** Ms since 1970 UTC. */
  readonly createdAt: number;
  /** About when a program last asked for it; null before. */
  readonly fetchedAt: number | null;
}

/** The answer to a new feed: the only time that its address is told. */
export interface AddedFeed {
  readonly id: string;
  readonly address: string;
}
