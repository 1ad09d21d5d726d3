import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';

interface Props {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The field above a list that narrows it. */
export const SearchField = ({ label, placeholder, value, onChange }: Props) => (
  <TextInput
    type="search"
    aria-label={label}
    placeholder={placeholder}
    leftSection={<IconSearch size={16} />}
    maw={420}
    maxLength={255}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);
