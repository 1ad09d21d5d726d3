import { Anchor, Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { Link } from 'wouter';
import { api } from '../../api/client.ts';
import { FailureMessage } from '../../components/failure.tsx';
import { ListSkeleton } from '../../components/page.tsx';
import { Section } from '../../components/section.tsx';
import { useUnsaved } from '../../components/unsaved.ts';

interface Names {
  readonly firstName: string;
  readonly lastName: string;
}

const NotProved = () => (
  <Text size="sm">
    Your e-mail address is not confirmed: you can join no further organization. Sign out and{' '}
    <Anchor component={Link} href="/account-recovery" size="sm" underline="always">
      set a new password
    </Anchor>{' '}
    with a link that is mailed to you, or that an administrator of this server gives you. Passkeys and other factors are
    removed then; set them up again after it.
  </Text>
);

const NamesForm = ({ names, email }: { names: Names; email: string }) => {
  const save = api.useMutation('patch', '/api/v2/users/me/name', { meta: { showsError: true } });
  const form = useForm({ initialValues: names });
  useUnsaved(form.isDirty());
  const submit = form.onSubmit((body) => {
    save.mutate(
      { body },
      {
        onSuccess: () => {
          form.resetDirty();
          notifications.show({ message: 'Your name is saved.' });
        },
      },
    );
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput label="E-mail address" value={email} readOnly variant="filled" />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label="First name"
            autoComplete="given-name"
            maxLength={255}
            {...form.getInputProps('firstName')}
          />
          <TextInput label="Last name" autoComplete="family-name" maxLength={255} {...form.getInputProps('lastName')} />
        </SimpleGrid>
        <FailureMessage error={save.error} />
        <Group>
          <Button type="submit" disabled={!form.isDirty()} loading={save.isPending}>
            Save name
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

/** The names of the signed-in person. */
export const Profile = () => {
  const { data, error, refetch } = api.useQuery('get', '/api/v1/user');
  return (
    <Section title="Name" description="How you are shown to the others in your organizations.">
      {data ? (
        <Stack>
          {data.user.isAccepted && !data.user.isAddressProved && <NotProved />}
          <NamesForm
            names={{ firstName: data.user.firstName ?? '', lastName: data.user.lastName ?? '' }}
            email={data.user.username}
          />
        </Stack>
      ) : error ? (
        <FailureMessage error={error} onRetry={refetch} />
      ) : (
        <ListSkeleton rows={2} />
      )}
    </Section>
  );
};
