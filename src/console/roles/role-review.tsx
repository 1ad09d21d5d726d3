import { Alert, Button, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { BoundaryFailure } from '../rules/boundary-failure.tsx';
import { RuleDifference } from '../rules/rule-difference.tsx';
import { HolderList } from './holder-list.tsx';
import type { Role, RoleBody, RoleSource } from './role-source.ts';

interface Props {
  readonly source: RoleSource;
  readonly stored: Role;
  readonly body: RoleBody;
  /** Whether somebody else has changed the role since it was opened. */
  readonly isConflict: boolean;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

const texts = { name: 'Name', slug: 'Slug', description: 'Description' } as const;

const changedTexts = (stored: Role, body: RoleBody): readonly string[] =>
  (Object.keys(texts) as (keyof typeof texts)[])
    .filter((field) => (stored[field] ?? '') !== (body[field] ?? ''))
    .map((field) => `${texts[field]}: ${stored[field] ?? 'none'} → ${body[field] ?? 'none'}`);

/** What a change of a role does, and to whom, before it is saved. */
export const RoleReview = ({ source, stored, body, isConflict, isPending, error, onSave, onClose }: Props) => {
  const isNarrow = useMediaQuery('(max-width: 48em)');
  const renamed = changedTexts(stored, body);
  return (
    <Modal opened onClose={onClose} size="lg" fullScreen={isNarrow} title={`Review the role ${stored.name}`}>
      <Stack>
        {isConflict && (
          <Alert color="yellow" variant="light" role="alert">
            <Text size="sm" fw={600}>
              Somebody else has changed this role meanwhile
            </Text>
            This compares your changes with the role as it is now. Where you changed the same, saving takes back what
            they did.
          </Alert>
        )}
        {renamed.map((text) => (
          <Text key={text} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {text}
          </Text>
        ))}
        <Stack gap={4}>
          <Title order={3}>What changes</Title>
          <RuleDifference scope={source.scope} before={stored.permissions} after={body.permissions} />
        </Stack>
        <Stack gap={4}>
          <Title order={3}>For whom, from their next request on</Title>
          <HolderList source={source} role={stored} />
        </Stack>
        <BoundaryFailure error={error} scope={source.scope} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Back to editing
          </Button>
          <Button loading={isPending} onClick={onSave}>
            {isConflict ? 'Save over their changes' : 'Save role'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};
