import { useState, type SubmitEvent } from 'react';
import { FEED_KINDS, FEED_NAME_LENGTH, type AddedFeed, type FeedKind } from '#src/reading/feeds/feeds-api.ts';
import { addFeed } from '#src/web/account/feeds-client.ts';
import { useAttempt } from '#src/web/account/attempt.ts';
import { freshly } from '#src/web/account/fresh-call.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { ExportSourceRow } from '#src/web/features/account/export-source-row.tsx';
import { ChoiceRow } from '#src/web/features/account/setting-row.tsx';
import type { ExportSource } from '#src/web/focus/dialogs.ts';
import { focusFirstField } from '#src/web/focus/focus.ts';
import styles from './access.module.css';
import { FormFoot } from './form-foot.tsx';

const KINDS = {
  event: { name: 'Events', about: 'All calendars show events.' },
  todo: {
    name: 'To-dos',
    about: 'For apps that show to-dos. Google, Apple and Outlook show none of a feed.',
  },
} satisfies Record<FeedKind, { name: string; about: string }>;

interface FeedFormProps {
  /** The source that is chosen at first; null for all tasks. */
  readonly source: ExportSource | null;
  readonly onAdded: (feed: AddedFeed) => void;
  readonly onClose: () => void;
}

/** Asks for a new calendar feed. The server wants a recent sign-in for it. */
export function FeedForm({ source: from, onAdded, onClose }: FeedFormProps) {
  const { problem, isBusy, attempt } = useAttempt();
  const replica = useReplica();
  const [source, setSource] = useState(from);
  const [kind, setKind] = useState<FeedKind>('event');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const of = source && replica.get(source.table, source.id)?.name;
    void attempt(async () => {
      const feed = {
        name: (of ?? 'All tasks').slice(0, FEED_NAME_LENGTH),
        scope: source?.table ?? ('everything' as const),
        rowId: source?.id ?? null,
        kind,
      };
      onAdded(await freshly(() => addFeed(feed)));
    });
  };
  return (
    <form ref={focusFirstField} aria-label="New calendar feed" className={styles['form']} onSubmit={submit}>
      <ExportSourceRow source={source} onSource={setSource} />
      <ChoiceRow
        label="Shown as"
        values={FEED_KINDS}
        chosen={kind}
        textOf={(each) => KINDS[each].name}
        meaning={(each) => KINDS[each].about}
        onChoose={setKind}
      />
      <FormFoot submit="Create feed" problem={problem} isBusy={isBusy} onClose={onClose} />
    </form>
  );
}
