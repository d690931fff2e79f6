import { isRecord } from '#src/domain/is-record.ts';
import { FEEDS_API_PATH, type AddedFeed, type Feed, type NewFeed } from '#src/reading/feeds/feeds-api.ts';
import { callServer } from './call-server.ts';

/** The user's calendar feeds. Throws AuthError, like all functions here. */
export async function loadFeeds(): Promise<readonly Feed[]> {
  const answer = await callServer('GET', FEEDS_API_PATH);
  return isRecord(answer) ? (answer['feeds'] as Feed[]) : [];
}

/** Needs a recent sign-in. The answer is the only one with the address. */
export async function addFeed(feed: NewFeed): Promise<AddedFeed> {
  return (await callServer('POST', FEEDS_API_PATH, feed)) as AddedFeed;
}

export async function revokeFeed(id: string): Promise<void> {
  await callServer('DELETE', `${FEEDS_API_PATH}/${id}`);
}
