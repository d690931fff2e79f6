import { useState } from 'react';
import type { Feed } from '#src/reading/feeds/feeds-api.ts';
import { loadFeeds, revokeFeed } from '#src/web/account/feeds-client.ts';
import { useAttempt } from '#src/web/account/attempt.ts';
import { useLoaded } from '#src/web/account/loaded.ts';
import { useLocation } from '#src/web/addresses/location.ts';
import { useMoment } from '#src/web/data/use-moment.ts';
import { AccountProblem } from '#src/web/features/account/account-problem.tsx';
import { AccountRow } from '#src/web/features/account/account-row.tsx';
import { AccountSection } from '#src/web/features/account/account-section.tsx';
import { LoadedPart } from '#src/web/features/account/loaded-part.tsx';
import { notifySuccess } from '#src/web/feedback/notifications.ts';
import { ask } from '#src/web/focus/dialogs.ts';
import { focusOn } from '#src/web/focus/focus.ts';
import { handOnFocus } from '#src/web/focus/leaving-focus.ts';
import { Button } from '#src/web/ui/button.tsx';
import hidden from '#src/web/ui/hidden.module.css';
import { FeedForm } from './feed-form.tsx';
import { feedOfState } from './feed-state.ts';
import { NewFeedAddress } from './new-feed-address.tsx';

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
              <NewFeedAddress
                address={address}
                onDone={() => {
                  setAddress(null);
                  setMode('done');
                }}
              />
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
  const { problem, isBusy, attempt } = useAttempt();
  const write = useMoment();
  const use = fetchedAt === null ? 'not read yet' : `last read ${write(fetchedAt)}`;
  const revoke = () =>
    attempt(async () => {
      await revokeFeed(id);
      notifySuccess('Feed revoked');
      onChanged();
    });
  return (
    <AccountRow
      label={<bdi>{name}</bdi>}
      value={`${kind === 'event' ? 'Events' : 'To-dos'} · ${use}`}
      problem={<AccountProblem problem={problem} />}
    >
      <Button
        size="small"
        data-control="revoke"
        isBusy={isBusy}
        onClick={() =>
          ask({
            title: 'Revoke this feed?',
            description: `Calendars that read “${name}” get no tasks any more. This cannot be undone.`,
            confirm: 'Revoke',
            onConfirm: () => void revoke(),
          })
        }
      >
        Revoke<span className={hidden['hidden']}> {name}</span>
      </Button>
    </AccountRow>
  );
}
