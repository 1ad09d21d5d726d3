import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { statusOf } from '../../api/errors.ts';
import { FailureMessage } from '../../components/failure.tsx';
import { NewPassword, newPasswordError } from '../../components/new-password.tsx';
import { PageForm } from '../../components/page-form.tsx';
import { useUnsaved } from '../../components/unsaved.ts';
import { isStarted, setUp, type Setup } from './set-up.ts';

/** The set-up token of the link that the server printed, which is removed from the address. */
const tokenOfLink = (): string => {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
  if (token) history.replaceState(history.state, '', location.pathname);
  return token;
};

const required = (message: string) => (value: string) => (value.trim() === '' ? message : null);

interface Props {
  readonly needsToken: boolean;
  readonly onAlreadySetUp: () => void;
}

export const SetupForm = ({ needsToken, onAlreadySetUp }: Props) => {
  const form = useForm<Setup>({
    initialValues: {
      firstName: '',
      lastName: '',
      email: '',
      password: '',
      organization: '',
      project: '',
      setupToken: tokenOfLink(),
    },
    validate: {
      firstName: required('Enter your first name.'),
      email: (email) => (/^\S+@\S+\.\S+$/.test(email) ? null : 'Enter an e-mail address.'),
      password: newPasswordError,
      organization: required('Enter a name.'),
      project: required('Enter a name.'),
      setupToken: (token) => (needsToken && token.trim() === '' ? 'Enter the token that the server printed.' : null),
    },
  });
  const submit = useMutation({
    meta: { showsError: true },
    mutationFn: setUp,
    onError: (error) => statusOf(error) === 400 && !isStarted() && onAlreadySetUp(),
  });
  useUnsaved(form.isDirty() && !isStarted());

  if (submit.isError && isStarted())
    return (
      <Stack>
        <Text size="sm">The server is set up, but the first project is not created yet.</Text>
        <FailureMessage error={submit.error} />
        <Button loading={submit.isPending} onClick={() => submit.mutate(form.getValues())}>
          Continue
        </Button>
      </Stack>
    );
  return (
    <PageForm form={form} action="Set up" save={submit}>
      <Text size="sm">This server is new. Create its first administrator, and a place for your secrets.</Text>
      {needsToken && (
        <PasswordInput
          label="Set-up token"
          description="The server printed it when it started; look into its output or log. It shows that the server is yours."
          autoComplete="off"
          autoFocus
          {...form.getInputProps('setupToken')}
        />
      )}
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <TextInput
          label="First name"
          autoComplete="given-name"
          maxLength={255}
          autoFocus={!needsToken}
          {...form.getInputProps('firstName')}
        />
        <TextInput label="Last name" autoComplete="family-name" maxLength={255} {...form.getInputProps('lastName')} />
      </Group>
      <TextInput
        label="Your e-mail address"
        type="email"
        autoComplete="username"
        maxLength={254}
        {...form.getInputProps('email')}
      />
      <NewPassword label="Password" {...form.getInputProps('password')} value={form.values.password} />
      <TextInput
        label="Organization"
        description="Everybody who works with you here, for example your company."
        autoComplete="organization"
        maxLength={64}
        {...form.getInputProps('organization')}
      />
      <TextInput
        label="First project"
        description="The secrets of one application, for example your website."
        maxLength={64}
        {...form.getInputProps('project')}
      />
    </PageForm>
  );
};
