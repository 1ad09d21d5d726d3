import { Anchor, Code, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { publicApi } from '../../api/session.ts';
import { NotLoaded } from '../../components/not-loaded.tsx';
import { PageForm } from '../../components/page-form.tsx';
import { CenteredPage } from '../../layout/centered-page.tsx';

/** Says that a link was mailed, in one text for all addresses: it must not say who has an account. */
const Sent = () => (
  <Text size="sm" role="status">
    If there is an account with this address, a link to set a new password is on its way. It works once, for 24 hours.
    No mail? Look at the spam folder, or ask an administrator of this server for a link.
  </Text>
);

const RequestForm = () => {
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: (email) => (email.trim() === '' ? 'Enter your e-mail address.' : null) },
  });
  const request = useMutation({
    meta: { showsError: true, changesNothing: true },
    mutationFn: async (body: { email: string }) =>
      await publicApi.POST('/api/v1/account-recovery/send-email', { body }),
  });
  if (request.isSuccess) return <Sent />;
  return (
    <PageForm form={form} action="Send a link" save={request}>
      <TextInput
        label="E-mail address"
        type="email"
        autoComplete="username"
        autoFocus
        {...form.getInputProps('email')}
      />
    </PageForm>
  );
};

const WithoutMail = () => (
  <Text size="sm">
    This server sends no mail. Ask an administrator of the server for a link to set a new password. Whoever runs the
    server can also use <Code>sallyport reset-password</Code>.
  </Text>
);

/** For somebody who forgot their password. */
const AccountRecoveryPage = () => {
  const { data, error, refetch } = useQuery({
    queryKey: ['status'],
    queryFn: async () => await publicApi.GET('/api/status'),
  });
  return (
    <CenteredPage title="Forgot your password?">
      <Stack>
        {data?.emailConfigured === true && <RequestForm />}
        {data?.emailConfigured === false && <WithoutMail />}
        {!data && <NotLoaded error={error} onRetry={refetch} rows={2} />}
        <Anchor component={Link} href="/login" size="sm">
          Sign in
        </Anchor>
      </Stack>
    </CenteredPage>
  );
};

export default AccountRecoveryPage;
