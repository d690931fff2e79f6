import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import { itemAt, type ListPlan } from './list-plan.ts';

/** Guesses until a row is measured, px. */
const ROW = 68;
const HEADING = 52;

/** Which items of a long list the window shows, and how much room the others take above and below. */
export function useWindowList(plan: ListPlan) {
  // The virtualizer is one object that changes within: nothing read from it may be memoised.
  'use no memo';
  const ref = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (ref.current) setScrollMargin(Math.round(ref.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);

  // oxlint-disable-next-line react/incompatible-library -- hence the directive above
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count: plan.count,
    estimateSize: (index) => (itemAt(plan, index)?.kind === 'heading' ? HEADING : ROW),
    getItemKey: (index) => keyOf(plan, index),
    overscan: 10,
    scrollMargin,
  });
  const items = virtualizer.getVirtualItems();
  return {
    ref,
    measure: virtualizer.measureElement,
    indexes: items.map(({ index }) => index),
    above: (items[0]?.start ?? scrollMargin) - scrollMargin,
    below: virtualizer.getTotalSize() - ((items.at(-1)?.end ?? scrollMargin) - scrollMargin),
  };
}

function keyOf(plan: ListPlan, index: number): string | number {
  const item = itemAt(plan, index);
  if (!item) return index;
  return item.kind === 'task' ? item.id : item.section.key;
}
