import { flushSync } from 'react-dom';
import type { KeyboardEvent } from 'react';
import { isEnter } from './is-enter.ts';

/**
 * Submits a form by Enter in a field while its button is disabled, for which browsers do nothing. Its handler can then show what is
 * missing.
 */
export function submitUnfinished(event: KeyboardEvent<HTMLFormElement>): void {
  const { currentTarget: form, target } = event;
  const isField = target instanceof HTMLInputElement && target.form === form;
  if (!isField || event.defaultPrevented || !isEnter(event)) return;
  event.preventDefault();
  form.requestSubmit();
}

/** Shows the errors of a form, and moves the focus to its first invalid field, so that screen readers read the error with it. */
export function showMissing(form: HTMLFormElement, touchAll: () => void): void {
  flushSync(touchAll);
  const invalid = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  const isGroup = invalid?.matches('[role="radiogroup"]') === true;
  (isGroup ? invalid.querySelector('input') : invalid)?.focus();
}
