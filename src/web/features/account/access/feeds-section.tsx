import { useState } from 'react';
import type { Feed } from '#src/reading/feeds/feeds-api.ts';
import { loadFeeds, revokeFeed } from '#src/web/account/feeds-client.ts';
import { useLoaded } from '#src/web/account/loaded.ts';
import { useLocation } from '#src/web/addresses/location.ts';
import { useMoment } from '#src/web/data/use-moment.ts';
import { AccountRow } from '#src/web/features/account/account-row.tsx';
import { AccountSection } from '#src/web/features/account/account-section.tsx';
import { LoadedPart } from '#src/web/features/account/loaded-part.tsx';
import { focusOn } from '#src/web/focus/focus.ts';
import { handOnFocus } from '#src/web/focus/leaving-focus.ts';
import { Button } from '#src/web/ui/button.tsx';
import { CalendarDays } from '#src/web/ui/icons/calendar-days.ts';
import styles from './access.module.css';
import { FeedForm } from './feed-form.tsx';
import { feedOfState } from './feed-state.ts';
import { RevocableRow } from './revocable-row.tsx';
import { ShownOnce } from './shown-once.tsx';

/** The calendar feeds of the user: calendars read tasks at secret addresses (rule X3). */
export function FeedsSection() {
  const loaded = useLoaded(loadFeeds);
  const [source] = useState(feedOfState(useLocation().state));
  const [mode, setMode] = useState<'fresh' | 'adding' | 'done'>(source === undefined ? 'fresh' : 'adding');
  const [address, setAddress] = useState<string | null>(null);
  return (
    <AccountSection
      title="Calendar feeds"
      about="A calendar app shows tasks that it reads at a secret address, and asks for them every few hours. Who knows the address sees the tasks."
    >
      <LoadedPart loaded={loaded}>
        {(feeds) => (
          <>
            {feeds.length > 0 && (
              <ul aria-label="Calendar feeds">
                {feeds.map((feed) => (
                  <li key={feed.id} ref={handOnFocus}>
                    <FeedRow feed={feed} onChanged={loaded.reload} />
                  </li>
                ))}
              </ul>
            )}
            {address !== null && (
              <ShownOnce
                title="Subscribe to this address"
                about="Give it to your calendar now."
                label="Address"
                text={address}
                onDone={() => {
                  setAddress(null);
                  setMode('done');
                }}
              >
                <a className={styles['link']} href={address.replace(/^https?:/, 'webcal:')}>
                  <CalendarDays size={16} aria-hidden />
                  Open in a calendar
                </a>
              </ShownOnce>
            )}
            {address === null && mode === 'adding' && (
              <FeedForm
                source={source ?? null}
                onAdded={(added) => {
                  setAddress(added.address);
                  loaded.reload();
                }}
                onClose={() => setMode('done')}
              />
            )}
            {address === null && mode !== 'adding' && (
              <AccountRow label={feeds.length === 0 ? 'No feed yet' : 'For another calendar'}>
                <Button
                  size="small"
                  ref={mode === 'done' ? focusOn : handOnFocus}
                  onClick={() => setMode('adding')}
                >
                  Add feed
                </Button>
              </AccountRow>
            )}
          </>
        )}
      </LoadedPart>
    </AccountSection>
  );
}

interface FeedRowProps {
  readonly feed: Feed;
  readonly onChanged: () => void;
}

function FeedRow({ feed: { id, name, kind, fetchedAt }, onChanged }: FeedRowProps) {
  const write = useMoment();
  const use = fetchedAt === null ? 'not read yet' : `last read ${write(fetchedAt)}`;
  return (
    <RevocableRow
      kind="feed"
      name={name}
      value={`${kind === 'event' ? 'Events' : 'To-dos'} · ${use}`}
      effect={`Calendars that read “${name}” get no tasks any more.`}
      revoke={() => revokeFeed(id)}
      onRevoked={onChanged}
    />
  );
}
