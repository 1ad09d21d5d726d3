import { ActionIcon, Badge, Group, Paper, Stack, Text } from '@mantine/core';
import { IconArrowRight, IconEye, IconEyeOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { MaskedValue } from '../../../secrets/value-text.tsx';
import { ValueDiff } from '../../../secrets/value-diff.tsx';
import type { Draft } from '../drafts.ts';

const kinds = {
  add: { label: 'New', color: 'pine' },
  edit: { label: 'Edited', color: 'yellow' },
  delete: { label: 'Deleted', color: 'red' },
};

const kindOf = ({ original, isDeleted }: Draft) => kinds[isDeleted ? 'delete' : original ? 'edit' : 'add'];

interface Props {
  readonly draft: Draft;
  /** The value before, while values are shown; empty for a new secret. */
  readonly before: string | undefined;
  readonly onShow: () => void;
  readonly onHide: () => void;
  /** What somebody else did, and the question what to do about it. */
  readonly children?: ReactNode;
}

const Name = ({ draft: { original, name, isDeleted } }: { draft: Draft }) => (
  <Group gap={6} wrap="wrap">
    {original && original.secretKey !== name && (
      <>
        <Text size="sm" ff="monospace" c="dimmed" td="line-through">
          {original.secretKey}
        </Text>
        <IconArrowRight size={14} aria-label="becomes" />
      </>
    )}
    <Text size="sm" ff="monospace" fw={500} td={isDeleted ? 'line-through' : undefined}>
      {name}
    </Text>
  </Group>
);

/** One change before it is saved. */
export const ChangeItem = ({ draft, before, onShow, onHide, children }: Props) => {
  const { original, name, value, isDeleted } = draft;
  const { label, color } = kindOf(draft);
  const isShown = before !== undefined;
  const hasValue = value !== undefined || isDeleted;
  return (
    <Paper component="li" withBorder px="sm" py={6}>
      <Stack gap={6}>
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <Group gap="xs" miw={0}>
            <Badge variant="light" color={color} c="var(--mantine-color-text)" w={72}>
              {label}
            </Badge>
            <Name draft={draft} />
          </Group>
          {hasValue ? (
            <Group gap={4} wrap="nowrap">
              {!isShown && <MaskedValue label={isDeleted ? 'Hidden value' : 'Value changed, hidden'} />}
              <ActionIcon
                aria-label={`${isShown ? 'Hide' : 'Show'} the change of ${name}`}
                onClick={isShown ? onHide : onShow}
              >
                {isShown ? <IconEyeOff size={16} /> : <IconEye size={16} />}
              </ActionIcon>
            </Group>
          ) : (
            <Text size="xs" c="dimmed">
              value unchanged
            </Text>
          )}
        </Group>
        {isShown && hasValue && (
          <ValueDiff
            label={`Change of ${name}`}
            before={original ? before : undefined}
            after={isDeleted ? undefined : value}
          />
        )}
        {children}
      </Stack>
    </Paper>
  );
};
