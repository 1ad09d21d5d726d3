import { Group, Select, TextInput } from '@mantine/core';
import { LengthField } from '../components/duration-field.tsx';
import { localText } from '../components/local-text.ts';
import { draftError, type PeriodDraft } from './period.ts';

const startOf = (text: string): string => (text === '' ? 'unknown' : new Date(text).toISOString());

interface Props {
  readonly value: PeriodDraft;
  readonly onChange: (value: PeriodDraft) => void;
  /** What the period is of, for the labels: "Viewer". */
  readonly of: string;
  readonly isReadOnly?: boolean;
}

/** For how long a role or privilege is given, and from when on. */
export const PeriodField = ({ value, onChange, of, isReadOnly = false }: Props) => {
  const edit = (change: Partial<PeriodDraft>): void => onChange({ ...value, ...change });
  const error = draftError(value);
  return (
    <Group gap="xs" align="flex-start">
      <Select
        flex="1 1 170px"
        aria-label={`Duration of ${of}`}
        allowDeselect={false}
        readOnly={isReadOnly}
        data={[
          { value: 'permanent', label: 'Permanent' },
          { value: 'now', label: 'Now, for' },
          { value: 'later', label: 'From a time, for' },
        ]}
        value={value.isTemporary ? (value.start === '' ? 'now' : 'later') : 'permanent'}
        onChange={(kind) =>
          edit({
            isTemporary: kind !== 'permanent',
            start: kind === 'later' ? value.start || new Date(Date.now() + 3_600_000).toISOString() : '',
          })
        }
      />
      {value.isTemporary && (
        <LengthField
          flex="1 1 110px"
          aria-label={`Length of ${of}`}
          readOnly={isReadOnly}
          error={error}
          value={value.length}
          onChange={(length) => edit({ length })}
        />
      )}
      {value.isTemporary && value.start !== '' && (
        <TextInput
          type="datetime-local"
          flex="1 1 190px"
          aria-label={`Start of ${of}`}
          readOnly={isReadOnly}
          value={localText(value.start)}
          onChange={({ currentTarget }) => edit({ start: startOf(currentTarget.value) })}
        />
      )}
    </Group>
  );
};
