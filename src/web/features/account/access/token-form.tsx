import { useState, type SubmitEvent } from 'react';
import { cleanName } from '#src/domain/clean-text.ts';
import {
  MOST_TOKEN_COLLECTIONS,
  TOKEN_SCOPES,
  type AddedToken,
  type TokenScope,
} from '#src/domain/identity/access-token.ts';
import { NAME_LENGTH } from '#src/domain/identity/identity-limits.ts';
import { addToken } from '#src/web/account/access-client.ts';
import { useAttempt } from '#src/web/account/attempt.ts';
import { freshly } from '#src/web/account/fresh-call.ts';
import { useCollectionTree } from '#src/web/data/rows.ts';
import { ChoiceRow, SettingRow } from '#src/web/features/account/setting-row.tsx';
import { focusFirstField } from '#src/web/focus/focus.ts';
import { useForm } from '#src/web/ui/fields/form.ts';
import { checkName } from '#src/web/ui/fields/identity-rules.ts';
import { Select } from '#src/web/ui/fields/select.tsx';
import { TextField } from '#src/web/ui/fields/text-field.tsx';
import { showMissing } from '#src/web/ui/fields/unfinished-form.ts';
import styles from './access.module.css';
import { FormFoot } from './form-foot.tsx';
import { SCOPES } from './token-row.tsx';

const DAY_MS = 86_400_000;

/** The choices for the end of a token, with their days. */
const ENDS = [
  [30, 'In 30 days'],
  [90, 'In 90 days'],
  [365, 'In a year'],
  [0, 'Never'],
] as const;

const REACHES = { all: 'All collections', some: 'Some collections' } as const;

interface TokenFormProps {
  readonly onAdded: (token: AddedToken) => void;
  readonly onClose: () => void;
}

/** Asks for a new access token. The server wants a recent sign-in for it. */
export function TokenForm({ onAdded, onClose }: TokenFormProps) {
  const { problem, isBusy, attempt } = useAttempt();
  const [scope, setScope] = useState<TokenScope>('read');
  const [days, setDays] = useState(90);
  const [reach, setReach] = useState<keyof typeof REACHES>('all');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const collections = useCollectionTree();
  const form = useForm({ name: '' }, ({ name }) => ({ name: checkName(name.trim(), 'Please enter a name') }));
  const isMissing = reach === 'some' && chosen.size === 0;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!form.isValid || isMissing) return showMissing(event.currentTarget, form.touchAll);
    void attempt(async () => {
      const token = {
        name: cleanName(form.fields.name),
        scope,
        collections: reach === 'all' ? null : [...chosen],
        expiresAt: days === 0 ? null : Date.now() + days * DAY_MS,
      };
      onAdded(await freshly(() => addToken(token)));
    });
  };
  return (
    <form
      ref={focusFirstField}
      aria-label="New access token"
      noValidate
      className={styles['form']}
      onSubmit={submit}
    >
      <div className={styles['field']}>
        <TextField
          label="Token name"
          autoComplete="off"
          limit={NAME_LENGTH}
          hint="The program that uses it. The history names it."
          {...form.field('name')}
        />
      </div>
      <ChoiceRow
        label="Scope"
        values={TOKEN_SCOPES}
        chosen={scope}
        textOf={(each) => SCOPES[each].name}
        meaning={(each) => SCOPES[each].about}
        onChoose={setScope}
      />
      <SettingRow label="Expires">
        {(control) => (
          <Select {...control} value={String(days)} onValue={(value) => setDays(Number(value))}>
            {ENDS.map(([each, name]) => (
              <option key={each} value={each}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </SettingRow>
      <ChoiceRow
        label="Reach"
        values={['all', 'some'] as const}
        chosen={reach}
        textOf={(each) => REACHES[each]}
        onChoose={setReach}
      />
      {reach === 'some' && (
        <fieldset className={styles['collections']} aria-label="Collections">
          {collections.map(({ collection: { id, name } }) => (
            <label key={id} className={styles['collection']}>
              <input
                type="checkbox"
                checked={chosen.has(id)}
                disabled={!chosen.has(id) && chosen.size >= MOST_TOKEN_COLLECTIONS}
                onChange={({ target }) =>
                  setChosen((before) => {
                    const next = new Set(before);
                    if (target.checked) next.add(id);
                    else next.delete(id);
                    return next;
                  })
                }
              />
              <span dir="auto">{name}</span>
            </label>
          ))}
          {isMissing && <p className={styles['about']}>Choose at least one collection.</p>}
        </fieldset>
      )}
      <FormFoot submit="Create token" problem={problem} isBusy={isBusy} onClose={onClose} />
    </form>
  );
}
