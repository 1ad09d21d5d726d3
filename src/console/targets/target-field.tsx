import { PasswordInput, Select, Switch, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { LinesField } from '../components/lines-field.tsx';
import type { FieldValue, InputField } from './input-field.ts';

interface Props {
  readonly field: InputField;
  /** Whether passwords are stored. */
  readonly isStored: boolean;
  readonly input: GetInputPropsReturnType;
}

const monospace = { input: { fontFamily: 'var(--mantine-font-family-monospace)' } };

/** A field of a form about an outside system. */
export const TargetField = ({ field: { label, type, description, choices }, isStored, input }: Props) => {
  const change = input.onChange as (value: FieldValue) => void;
  const shown = { label, ...(description !== undefined && { description }), spellCheck: false, ...input };
  switch (type) {
    case 'password':
      return (
        <PasswordInput
          {...shown}
          autoComplete="off"
          maxLength={2_048}
          {...(isStored && { description: 'One is stored. Leave it empty to keep it.' })}
        />
      );
    case 'statement':
      return <LinesField {...shown} styles={monospace} maxLength={16_384} maxRows={14} />;
    case 'list':
    case 'lines':
      return <LinesField {...shown} maxLength={65_536} />;
    case 'switch':
      return (
        <Switch
          label={label}
          description={description}
          checked={input.value === true}
          onChange={({ currentTarget }) => change(currentTarget.checked)}
        />
      );
    case 'choice':
      return <Select {...shown} allowDeselect={false} data={[...(choices ?? [])]} />;
    default:
      return (
        <TextInput
          {...shown}
          autoComplete="off"
          maxLength={255}
          {...(type === 'number' && {
            inputMode: 'numeric',
            onChange: ({ currentTarget: { value } }) => change(value.replace(/\D/g, '')),
          })}
        />
      );
  }
};
