import { Code, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Why it has to be typed. */
  readonly description?: ReactNode;
  readonly hasFocus?: boolean;
}

/** Asks to type a name, so that nothing happens to what has it by mistake. */
export const TypedName = ({ name, value, onChange, description, hasFocus = false }: Props) => (
  <TextInput
    label={
      <>
        Type <Code>{name}</Code> to confirm
      </>
    }
    description={description}
    value={value}
    autoComplete="off"
    spellCheck={false}
    {...(hasFocus && { 'data-autofocus': true })}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);
