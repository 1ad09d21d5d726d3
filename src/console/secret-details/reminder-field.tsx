import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { DurationField } from '../components/duration-field.tsx';
import { Time } from '../components/time.tsx';
import { reminderFields, type Reminder, type ReminderFields } from './draft.ts';

const day = 86_400;

interface Props {
  readonly stored: Reminder | null;
  /** Undefined if it is not changed, null if it will be removed. */
  readonly edited: ReminderFields | null | undefined;
  /** Undefined takes the change back. */
  readonly onEdit: (reminder: ReminderFields | null | undefined) => void;
  readonly isReadOnly: boolean;
}

const Summary = ({ stored, isRemoved }: { stored: Reminder | null; isRemoved: boolean }) => (
  <Text size="sm" c="dimmed">
    {stored === null || isRemoved ? (
      'None'
    ) : (
      <>
        Next on <Time value={stored.nextReminderDate} />
        {stored.repeatDays !== null && `, then every ${stored.repeatDays} days`}
        {stored.message !== null && stored.message !== '' && `: ${stored.message}`}
      </>
    )}
  </Text>
);

/** How often the members of the project are reminded of the secret, by mail. */
export const ReminderField = ({ stored, edited, onEdit, isReadOnly }: Props) => {
  const shown = edited === undefined ? reminderFields(stored) : edited;
  return (
    <Stack gap={6} role="group" aria-label="Reminder">
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          Reminder
        </Text>
        <Group gap={4}>
          {edited !== undefined && (
            <Button size="compact-xs" variant="default" onClick={() => onEdit(undefined)}>
              Undo
            </Button>
          )}
          {!edited && !isReadOnly && (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={shown ? 'Edit the reminder' : 'Set a reminder'}
              onClick={() => onEdit({ days: 90, note: '', ...shown })}
            >
              {shown ? 'Edit' : 'Set'}
            </Button>
          )}
          {shown && stored && !isReadOnly && (
            <Button size="compact-xs" variant="default" aria-label="Remove the reminder" onClick={() => onEdit(null)}>
              Remove
            </Button>
          )}
        </Group>
      </Group>
      {edited ? (
        <Group align="flex-start" gap="xs">
          <DurationField
            label="Every"
            w={170}
            choices={[30 * day, 90 * day, 365 * day]}
            min={day}
            max={36_500 * day}
            step={day}
            value={edited.days === '' ? NaN : edited.days * day}
            onChange={(seconds) => onEdit({ ...edited, days: Number.isNaN(seconds) ? '' : seconds / day })}
          />
          <TextInput
            label="Note"
            flex="1 1 160px"
            maxLength={1024}
            value={edited.note}
            onChange={({ currentTarget }) => onEdit({ ...edited, note: currentTarget.value })}
          />
        </Group>
      ) : (
        <Summary stored={stored} isRemoved={edited === null} />
      )}
    </Stack>
  );
};
