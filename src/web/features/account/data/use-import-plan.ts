import { useEffect, useState } from 'react';
import { UnknownFile } from '#src/file/source/source.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { readingOf } from './import-reading.ts';
import type { ShownPlan } from './import-session.ts';

interface Planned {
  /** The question that the plan, or the refusal, answers. */
  readonly of: { readonly file: File; readonly under: string | null } | null;
  readonly plan: ShownPlan | null;
  readonly refusal: string | null;
}

/** The plan of a file, or the reason why it is refused; neither while the file is read. */
export function useImportPlan(file: File, under: string | null) {
  const replica = useReplica();
  const [planned, setPlanned] = useState<Planned>({ of: null, plan: null, refusal: null });
  useEffect(() => {
    let isWanted = true;
    readingOf(file, replica)
      .plan(under)
      .then(
        (plan) => isWanted && setPlanned({ of: { file, under }, plan, refusal: null }),
        (error: unknown) => {
          if (!(error instanceof UnknownFile)) throw error;
          if (isWanted) setPlanned({ of: { file, under }, plan: null, refusal: error.message });
        },
      );
    return () => {
      isWanted = false;
    };
  }, [file, under, replica]);
  const { of } = planned;
  // With another place, the plan before stays in sight. Of another file, nothing does.
  if (of?.file !== file) return { plan: null, refusal: null, isPlanning: true };
  return { plan: planned.plan, refusal: planned.refusal, isPlanning: of.under !== under };
}
