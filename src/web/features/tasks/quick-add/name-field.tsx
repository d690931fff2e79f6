import {
  useEffect,
  useLayoutEffect,
  useRef,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { LIMITS } from '#src/domain/limits.ts';
import type { Span } from '#src/domain/quick-add/types.ts';
import { cx } from '#src/web/ui/class-names.ts';
import { Field } from '#src/web/ui/fields/field.tsx';
import type { FieldBinding } from '#src/web/ui/fields/form.ts';
import { isEnter } from '#src/web/ui/fields/is-enter.ts';
import { excessText } from '#src/web/ui/fields/too-long.ts';
import styles from './name-field.module.css';

type InputProps = Pick<ComponentProps<'textarea'>, 'onPaste' | 'enterKeyHint'>;

interface NameFieldProps extends FieldBinding, InputProps {
  readonly input: RefObject<HTMLTextAreaElement | null>;
  readonly placeholder: string;
  readonly className?: string | undefined;
  readonly isFocused?: boolean | undefined;
  readonly controlClass?: string | undefined;
  /** The name as it would be stored. */
  readonly name: string;
  /** The spans to mark, in the order of the text. */
  readonly marks: readonly Span[];
  readonly onComposing: (isComposing: boolean) => void;
  /** Called first with each key; returns true if it handled the key. */
  readonly onKey: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean;
  readonly onCaret: (place: number | null) => void;
  /** Content below the input, over the fields that follow. */
  readonly below: ReactNode;
  /** The ids of the list of suggestions and of its active one; null without suggestions. */
  readonly suggestions: { readonly list: string; readonly active: string | undefined } | null;
}

/**
 * The name of a task, in a plain text area: composition, spelling, dictation, undo and selection are the browser's own. It wraps, and Enter
 * submits its form. A copy of the text behind it gives it its height, and marks the words that were understood. Only its tint is visible.
 */
export function NameField(props: NameFieldProps) {
  const {
    input,
    isFocused = false,
    marks,
    value,
    error,
    name,
    controlClass,
    suggestions,
    onKey,
    onCaret,
    onComposing,
  } = props;
  const mirror = useRef<HTMLDivElement>(null);
  const isUntouched = useRef(true);
  const follow = () => {
    if (mirror.current && input.current) mirror.current.scrollTop = input.current.scrollTop;
  };
  useLayoutEffect(follow);
  useEffect(() => {
    if (isFocused) input.current?.focus();
  }, [input, isFocused]);
  const tellCaret = () => {
    const { selectionStart = null, selectionEnd } = input.current ?? {};
    onCaret(selectionStart === selectionEnd ? selectionStart : null);
  };
  const excess = error ? null : excessText(name.trim(), LIMITS.taskName);
  return (
    <Field label="Task name" labelHidden error={error} hint={excess} className={props.className}>
      {(control) => (
        <span className={styles['frame']}>
          <div
            ref={mirror}
            aria-hidden
            dir="auto"
            className={cx(control.className, controlClass, styles['mirror'])}
            data-value={marks.length > 0 ? '' : value}
          >
            {marks.length > 0 &&
              pieces(value, marks).map(({ text, from, isMarked }) =>
                isMarked ? (
                  <span key={from} className={styles['mark']}>
                    {text}
                  </span>
                ) : (
                  text
                ),
              )}
          </div>
          <textarea
            {...control}
            ref={input}
            data-line
            rows={1}
            placeholder={props.placeholder}
            className={cx(control.className, controlClass, styles['input'])}
            value={value}
            autoComplete="off"
            dir="auto"
            required
            enterKeyHint={props.enterKeyHint}
            aria-autocomplete="list"
            aria-controls={suggestions?.list}
            aria-activedescendant={suggestions?.active}
            onChange={(event) => props.onValue(event.target.value.replaceAll(/\s*\n\s*/g, ' '))}
            onFocus={({ currentTarget }) => {
              // Typing goes on behind the name of a draft. A press with the pointer still chooses its own place.
              const end = currentTarget.value.length;
              if (isUntouched.current) currentTarget.setSelectionRange(end, end);
              isUntouched.current = false;
            }}
            onSelect={tellCaret}
            onScroll={follow}
            onPaste={props.onPaste}
            onKeyDown={(event) => {
              if (!event.nativeEvent.isComposing && onKey(event)) event.preventDefault();
              else if (isEnter(event)) {
                event.preventDefault();
                event.currentTarget.form?.requestSubmit();
              } else requestAnimationFrame(follow);
            }}
            onCompositionStart={() => onComposing(true)}
            onCompositionEnd={() => onComposing(false)}
            onBlur={() => {
              onCaret(null);
              props.onBlur();
            }}
          />
          {props.below}
        </span>
      )}
    </Field>
  );
}

/** The text, cut where marks begin and end. */
function pieces(text: string, marks: readonly Span[]) {
  const cut: { readonly text: string; readonly from: number; readonly isMarked: boolean }[] = [];
  let end = 0;
  for (const { from, to } of marks) {
    if (from > end) cut.push({ text: text.slice(end, from), from: end, isMarked: false });
    cut.push({ text: text.slice(from, to), from, isMarked: true });
    end = to;
  }
  if (end < text.length) cut.push({ text: text.slice(end), from: end, isMarked: false });
  return cut;
}
