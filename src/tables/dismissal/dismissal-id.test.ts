import { expect, test } from 'vitest';
import { isId } from '#src/domain/id.ts';
import { dismissalIdOf } from './dismissal-id.ts';

test('[Q4] a wording has the same id on all devices, regardless of case and spaces', () => {
  const id = dismissalIdOf('en', 'every Mon');
  expect(isId(id)).toBe(true);
  // A fixed value: earlier versions of the app made this id.
  expect(id).toBe('efd6eb72-a68f-87de-8f30-0ee6f70838f7');
  expect(dismissalIdOf('en', ' Every  mon ')).toBe(id);
  expect(dismissalIdOf('en', 'every\tmon')).toBe(id);
});

test('[Q4] another wording, and another language, have another id', () => {
  const ids = [
    dismissalIdOf('en', 'mar'),
    dismissalIdOf('es', 'mar'),
    dismissalIdOf('en', 'may'),
    dismissalIdOf('en', 'm ar'),
  ];
  expect(new Set(ids).size).toBe(ids.length);
});
