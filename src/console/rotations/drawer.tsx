import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { Link } from 'wouter';
import { useCan } from '../access/use-can.ts';
import { api } from '../api/client.ts';
import { confirm } from '../components/confirm.tsx';
import { Fact } from '../components/facts.tsx';
import { Guarded } from '../components/guarded.tsx';
import { SideDrawer } from '../components/side-drawer.tsx';
import { Ago, Time } from '../components/time.tsx';
import { environmentAddress } from '../layout/addresses.ts';
import { useProject } from '../layout/project.tsx';
import { askToDeleteRotation } from './delete-rotation.tsx';
import { EditRotation } from './edit-rotation.tsx';
import { kindOf, type Rotation } from './kinds.ts';
import { timeOf } from './schedule.tsx';

interface Props {
  readonly rotation: Rotation;
  readonly onClose: () => void;
}

const scheduleText = ({ isAutoRotationEnabled, rotationInterval: days, rotateAtUtc }: Rotation): string =>
  isAutoRotationEnabled
    ? `${days === 1 ? 'Every day' : `Every ${days} days`} at ${timeOf(rotateAtUtc)} UTC`
    : 'Only by hand';

/** Why the last rotation failed, and when it is tried again. */
const Failure = ({ rotation: { rotationStatus, lastRotationMessage, nextAttemptAt } }: { rotation: Rotation }) =>
  rotationStatus !== 'failed' ? null : (
    <Text size="sm" c="var(--mantine-color-error)" style={{ overflowWrap: 'anywhere' }}>
      The last rotation failed: {lastRotationMessage}
      {nextAttemptAt !== null && (
        <>
          {' '}
          Next attempt <Time value={nextAttemptAt} />.
        </>
      )}
    </Text>
  );

const Facts = ({ rotation }: { rotation: Rotation }) => {
  const { slug } = useProject();
  const { type, connection, environment, folder, parameters, secretsMapping, activeIndex } = rotation;
  const users = [...new Set([parameters.username1, parameters.username2])].filter((name) => name !== undefined);
  const place = { slug, environment: environment.slug, path: folder.path };
  return (
    <Stack component="dl" gap={4} m={0}>
      <Fact label="Kind">{kindOf(type)?.label ?? type}</Fact>
      <Fact label="Connection">{connection.name}</Fact>
      <Fact label="Users">
        {users.join(', ')}
        {users.length > 1 && `; now ${users[activeIndex]}`}
      </Fact>
      <Fact label="Secrets">
        {Object.values(secretsMapping).map((name, index) => (
          <span key={name}>
            {index > 0 && ', '}
            <Anchor component={Link} href={environmentAddress({ ...place, secret: name })} size="sm" underline="always">
              {name}
            </Anchor>
          </span>
        ))}
      </Fact>
      <Fact label="Folder">
        {environment.name} {folder.path}
      </Fact>
      <Fact label="Schedule">{scheduleText(rotation)}</Fact>
      <Fact label="Last rotation">
        <Ago value={rotation.lastRotatedAt} />
        {rotation.isLastRotationManual && ', by hand'}
      </Fact>
      {rotation.nextRotationAt !== null && (
        <Fact label="Next rotation">
          <Time value={rotation.nextRotationAt} />
        </Fact>
      )}
    </Stack>
  );
};

/** What can be done with a rotation. */
const useActions = ({ id: rotationId, type, name, parameters: { username1, username2 = username1 } }: Rotation) => {
  const params = { path: { type, rotationId } };
  const rotate = api.useMutation('post', '/api/v2/secret-rotations/{type}/{rotationId}/rotate-secrets', {
    meta: { showsError: true },
  });
  const check = api.useMutation('post', '/api/v2/secret-rotations/{type}/{rotationId}/check-credentials', {
    meta: { changesNothing: true },
  });
  return {
    isChecking: check.isPending,
    check: () =>
      check.mutate(
        { params },
        { onSuccess: () => notifications.show({ message: 'The login with what the secrets hold succeeded.' }) },
      ),
    askToRotate: () =>
      confirm({
        title: `Rotate ${name} now?`,
        message:
          username1 === username2
            ? 'The password of the user changes in place: programs have to read it again.'
            : 'The secrets then hold the other user. What programs have read stays valid until the next rotation.',
        action: 'Rotate now',
        onConfirm: async () => {
          await rotate.mutateAsync({ params });
          notifications.show({ message: `${name} is rotated.` });
        },
      }),
  };
};

/** A rotation: what it changes, when, and why it failed. */
export const RotationDrawer = ({ rotation, onClose }: Props) => {
  const ability = useCan(useProject());
  const [isEditing, setEditing] = useState(false);
  const { isChecking, check, askToRotate } = useActions(rotation);
  const { name, description, environment, folder, connectionId } = rotation;
  const fields = { environment: environment.slug, secretPath: folder.path, connectionId };
  const can = (action: string): boolean => ability.can(action, 'secret-rotation', fields);
  const button = (label: string, action: string, onClick: () => void, isMain = false) => (
    <Guarded isAllowed={can(action)} reason="Your roles do not allow this.">
      <Button size="xs" {...(!isMain && { variant: 'default' })} onClick={onClick}>
        {label}
      </Button>
    </Guarded>
  );
  return (
    <SideDrawer title={name} isCovered={isEditing} onClose={onClose}>
      <Stack>
        {description !== null && <Text size="sm">{description}</Text>}
        {rotation.rotationStatus === 'failed' && (
          <Alert color="red" variant="light" role="alert">
            <Failure rotation={rotation} />
          </Alert>
        )}
        <Facts rotation={rotation} />
        <Group gap="xs">
          {button('Rotate now', 'rotate-secrets', askToRotate, true)}
          {!isChecking && button('Check the login', 'read-generated-credentials', check)}
          {button('Edit', 'edit', () => setEditing(true))}
          {button('Delete', 'delete', () => askToDeleteRotation({ rotation, onDeleted: onClose }))}
        </Group>
      </Stack>
      {isEditing && <EditRotation rotation={rotation} onClose={() => setEditing(false)} />}
    </SideDrawer>
  );
};
