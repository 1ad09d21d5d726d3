import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { api } from '../../api/client.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { closeDialog, openDialog } from '../../components/dialogs.ts';
import { FailureMessage } from '../../components/failure.tsx';
import { Time } from '../../components/time.tsx';

interface Props {
  readonly userId: string;
  readonly name: string;
}

const modalId = 'reset-link';

const ResetLink = ({ userId, name }: Props) => {
  const status = api.useQuery('get', '/api/status');
  const create = api.useMutation('post', '/api/v1/admin/user-management/users/{userId}/password-reset-link', {
    meta: { showsError: true, changesNothing: true },
    gcTime: 0,
  });
  if (create.data)
    return (
      <Stack>
        <Text size="sm">
          {status.data?.emailConfigured
            ? 'The link is on its way by mail. You can pass it on as well.'
            : 'Pass the link on yourself, in a way that nobody else can read.'}{' '}
          It works once, until <Time value={create.data.expiresAt} />, and is shown only now.
        </Text>
        <Group gap={4} wrap="nowrap" align="flex-end">
          <TextInput label={`Link for ${create.data.email}`} readOnly flex={1} miw={0} value={create.data.link} />
          <CopyButton value={create.data.link} label="the link" isSecret />
        </Group>
        <Group justify="flex-end">
          <Button onClick={() => closeDialog(modalId)}>Done</Button>
        </Group>
      </Stack>
    );
  return (
    <Stack>
      <Text size="sm">
        With the link, {name} sets a new password; all their sessions end then. It also confirms that the account
        belongs to the owner of its e-mail address. The first time, second factor, passkeys and links to single sign-on
        are removed; later they stay, unless {name} wants them removed. Whoever has the link can do it: make sure that
        it is {name} who asks.
      </Text>
      <FailureMessage error={create.error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={() => closeDialog(modalId)}>
          Cancel
        </Button>
        <Button
          loading={create.isPending}
          data-autofocus
          onClick={() => create.mutate({ params: { path: { userId } } })}
        >
          Create the link
        </Button>
      </Group>
    </Stack>
  );
};

/** Opens the dialog that creates a link with which a user resets their password. */
export const openResetLink = (user: Props): void => {
  openDialog({ id: modalId, title: 'Create a link to reset the password', children: <ResetLink {...user} /> });
};
