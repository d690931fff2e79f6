import { Tag } from '#src/web/ui/icons/tag.ts';
import { useState } from 'react';
import { useLocation } from '#src/web/addresses/location.ts';
import type { ColorHex } from '#src/domain/colors.ts';
import { labelKey, labelLink, findNamed } from '#src/web/addresses/collection-links.ts';
import { useIsArriving, useLabel, useLabels, useLabelled } from '#src/web/data/rows.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { Arranged, ViewMenu } from './arranged.tsx';
import { links } from '#src/web/addresses/links.ts';
import { MendAddress } from '#src/web/addresses/mend-address.tsx';
import { NoTasks } from '#src/web/tasks/list/no-tasks.tsx';
import { TaskList } from '#src/web/tasks/list/task-list.tsx';
import { ButtonLink } from '#src/web/ui/button.tsx';
import { ColorDot } from '#src/web/ui/color-dot.tsx';
import { EmptyState } from '#src/web/ui/page/empty-state.tsx';
import { Loading } from '#src/web/ui/page/loading.tsx';
import { Page } from '#src/web/ui/page/page.tsx';

/** The active tasks with the label that the path names. An open page stays with that label, even when its name changes. */
export function LabelPage() {
  const { pathname } = useLocation();
  const replica = useReplica();
  const labels = useLabels().flatMap((id) => replica.get('label', id) ?? []);
  const named = findNamed(labelKey(pathname) ?? '', labels);
  const [opened, setOpened] = useState({ pathname, id: named?.id });
  if (opened.pathname !== pathname || (opened.id === undefined && named)) {
    setOpened({ pathname, id: named?.id });
  }
  const label = useLabel(opened.id ?? '');
  if (label?.deletedAt !== null) return <UnknownLabel />;
  const isAt = labelKey(pathname) === labelKey(labelLink(label));
  return (
    <>
      {!isAt && <MendAddress to={labelLink(label)} />}
      <Labelled key={label.id} {...label} />
    </>
  );
}

interface LabelledProps {
  readonly id: string;
  readonly name: string;
  readonly color: ColorHex;
}

function Labelled({ id, name, color }: LabelledProps) {
  const ids = useLabelled(id);
  const list = `labelled:${id}` as const;
  const empty = (
    <NoTasks icon={Tag} title="No tasks with this label" text="Tasks with this label appear here." />
  );
  return (
    <Page title={name} mark={<ColorDot color={color} />} menu={<ViewMenu list={list} />}>
      <Arranged list={list} label={name} empty={empty}>
        <TaskList label={name} sections={[{ day: null, ids }]} placeFacts={`label ${id}`} empty={empty} />
      </Arranged>
    </Page>
  );
}

function UnknownLabel() {
  if (useIsArriving()) return <Loading />;
  return (
    <Page title="Page Not Found!">
      <EmptyState
        icon={Tag}
        title="There is no such label"
        text="It may have been deleted, or its address was mistyped."
      >
        <ButtonLink to={links.today}>Click Here</ButtonLink>
      </EmptyState>
    </Page>
  );
}
