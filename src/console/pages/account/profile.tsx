import { Anchor, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from 'wouter';
import { api, client } from '../../api/client.ts';
import { NotLoaded } from '../../components/not-loaded.tsx';
import { SettingsForm } from '../../components/settings-form.tsx';
import { Section } from '../../components/section.tsx';

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
  const form = useForm({ initialValues: names });
  return (
    <SettingsForm
      form={form}
      action="Save name"
      onSave={(body) => client.PATCH('/api/v2/users/me/name', { body })}
      saved="Your name is saved."
    >
      <TextInput label="E-mail address" value={email} readOnly variant="filled" />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="First name" autoComplete="given-name" maxLength={255} {...form.getInputProps('firstName')} />
        <TextInput label="Last name" autoComplete="family-name" maxLength={255} {...form.getInputProps('lastName')} />
      </SimpleGrid>
    </SettingsForm>
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
      ) : (
        <NotLoaded error={error} onRetry={refetch} rows={2} />
      )}
    </Section>
  );
};
