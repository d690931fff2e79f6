/** A second press of a double click, or of a key, comes within this time of the first, ms. */
export const DOUBLE_PRESS = 600;

/**
 * Whether a press of a control counts. The control then rests for 600 ms: a second press was meant for the first. `byKey`: one that rests for
 * keys alone takes any other press.
 */
export function takesPress(control: HTMLElement, byKey: boolean): boolean {
  if (control.ariaDisabled && (byKey || !control.dataset['restsForKeys'])) return false;
  letRest(control);
  return true;
}

/** The control has got the focus of the one that a key pressed: its second press does nothing here. */
export function restForKeys(control: HTMLElement): void {
  control.dataset['restsForKeys'] = '';
  letRest(control);
}

function letRest(control: HTMLElement): void {
  control.ariaDisabled = 'true';
  for (const animation of control.getAnimations()) if (animation.id === ID) animation.cancel();
  const rest = control.animate(null, { duration: DOUBLE_PRESS, id: ID });
  rest.onfinish = () => {
    control.ariaDisabled = null;
    delete control.dataset['restsForKeys'];
  };
}

const ID = 'rest';
