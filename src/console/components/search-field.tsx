import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';

interface Props extends Pick<TextInputProps, 'flex' | 'maw'> {
  readonly label: string;
  /** What is searched, if the label does not say it. */
  readonly placeholder?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The field above a list that narrows it. */
export const SearchField = ({ label, placeholder = label, value, onChange, flex, maw = 420 }: Props) => (
  <TextInput
    type="search"
    aria-label={label}
    placeholder={placeholder}
    leftSection={<IconSearch size={16} />}
    {...(flex !== undefined && { flex })}
    maw={maw}
    maxLength={255}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);
