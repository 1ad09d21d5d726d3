import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertCircle } from '@tabler/icons-react';
import { Link } from 'wouter';
import { failureOf } from '../api/errors.ts';

const RequestId = ({ id }: { id: string | undefined }) =>
  id === undefined ? null : (
    <Text size="xs" c="dimmed" ff="monospace" mt={4}>
      Request {id}
    </Text>
  );

const helpStyle = { size: 'sm', c: 'var(--mantine-color-error)', td: 'underline' } as const;

/** The explanation: a page of the console, or a section of a guide, which opens beside what is being done here. */
const Help = ({ address }: { address: string }) =>
  address.startsWith('/docs/') ? (
    <Anchor href={address} target="_blank" {...helpStyle}>
      Who may do this?
    </Anchor>
  ) : (
    <Anchor component={Link} href={address} {...helpStyle}>
      Why is this refused?
    </Anchor>
  );

const Details = ({ error }: { error: unknown }) => {
  const { message, requestId, help } = failureOf(error);
  return (
    <>
      <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {message}
      </Text>
      {help !== undefined && <Help address={help} />}
      <RequestId id={requestId} />
    </>
  );
};

interface Props {
  /** Nothing is shown without one. */
  readonly error: unknown;
  readonly onRetry?: () => unknown;
}

/** What went wrong, in the words of the server. */
export const FailureMessage = ({ error, onRetry }: Props) =>
  error === undefined || error === null ? null : (
    <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
      <Details error={error} />
      {onRetry && (
        <Group mt="xs">
          <Button size="xs" variant="default" onClick={() => void onRetry()}>
            Try again
          </Button>
        </Group>
      )}
    </Alert>
  );

/** Shows a failure that has no place on the page. */
export const notifyFailure = (error: unknown): void => {
  notifications.show({ color: 'red', autoClose: 15_000, message: <Details error={error} />, role: 'alert' });
};
