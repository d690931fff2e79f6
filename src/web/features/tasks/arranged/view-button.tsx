import { SlidersHorizontal } from '#src/web/ui/icons/sliders-horizontal.ts';
import { useRef, useState } from 'react';
import type { ArrangedList } from '#src/reading/lists/arrangement.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ViewMenu } from './view-menu.tsx';

/** Opens the menu that sets the view of a list. */
export function ViewButton({ list }: { readonly list: ArrangedList }) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        ref={button}
        look="quiet"
        size="small"
        aria-haspopup="dialog"
        data-view-button
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <SlidersHorizontal size={16} aria-hidden />
        View
      </Button>
      <ViewMenu open={open} list={list} button={button} onClose={() => setOpen(false)} />
    </>
  );
}
