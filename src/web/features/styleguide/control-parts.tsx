import { treeOf } from '#src/tables/collection/collection-tree.ts';
import { Plus } from '#src/web/ui/icons/plus.ts';
import { Trash } from '#src/web/ui/icons/trash.ts';
import { useState } from 'react';
import type { Collection } from '#src/tables/collection/collection.ts';
import { newRow } from '#src/tables/kit/row.ts';
import { Button, ButtonLink } from '#src/web/ui/button.tsx';
import { CollectionSelect } from '#src/web/ui/fields/collection-select.tsx';
import { Field } from '#src/web/ui/fields/field.tsx';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { Switch } from '#src/web/ui/fields/switch.tsx';
import { TextField } from '#src/web/ui/fields/text-field.tsx';
import { Part } from './part.tsx';

const LOOKS = ['primary', 'plain', 'quiet', 'danger'] as const;
const SIZES = ['small', 'medium', 'large'] as const;

const COLLECTIONS: readonly Collection[] = [
  newRow('collection', { id: 'home', name: 'Home', color: '#63B76C', position: 0, createdAt: 0 }),
  newRow('collection', { id: 'work', name: 'Work', color: '#FFFF66', position: 1, createdAt: 0 }),
];

export function ControlParts() {
  return (
    <>
      {LOOKS.map((look) => (
        <Part key={look} name={`Button, ${look}`}>
          {SIZES.map((size) => (
            <Button key={size} look={look} size={size}>
              <Plus size={18} aria-hidden />
              {size}
            </Button>
          ))}
          <Button look={look} disabled>
            disabled
          </Button>
        </Part>
      ))}
      <Part name="ButtonLink">
        <ButtonLink to="#">plain</ButtonLink>
        <ButtonLink to="#" look="primary">
          primary
        </ButtonLink>
      </Part>
      <Part name="IconButton">
        <IconButton icon={Plus} label="plain" />
        <IconButton icon={Trash} label="danger" look="danger" />
      </Part>
      <Fields />
    </>
  );
}

function Fields() {
  const [text, setText] = useState('Buy milk');
  const [chosen, setChosen] = useState('home');
  const [isOn, setOn] = useState(true);
  return (
    <>
      <Part name="TextField">
        <TextField label="Empty" placeholder="A placeholder" value="" onValue={setText} readOnly />
        <TextField label="Filled" hint="A hint" value={text} onValue={setText} />
        <TextField label="Wrong" error="Please enter a Task Name" value="" onValue={setText} readOnly />
      </Part>
      <Part name="CollectionSelect">
        {['', chosen].map((value) => (
          <Field key={value} label={value === '' ? 'None chosen' : 'Chosen'}>
            {(control) => (
              <CollectionSelect
                control={control}
                collections={treeOf(COLLECTIONS)}
                value={value}
                onValue={setChosen}
              />
            )}
          </Field>
        ))}
      </Part>
      <Part name="Switch">
        <Switch label="As it is" hint="What it changes." checked={isOn} onChecked={setOn} />
        <Switch
          label="The other way"
          hint="What it changes."
          checked={!isOn}
          onChecked={(on) => setOn(!on)}
        />
      </Part>
    </>
  );
}
