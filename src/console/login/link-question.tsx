import { Button, Code, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { FailureMessage } from '../components/failure.tsx';
import { NotLoaded } from '../components/not-loaded.tsx';

interface Props {
  /** What follows the answer, or takes the place of a question that there is not. */
  readonly children: ReactNode;
}

/** Asks somebody who came from a provider, and signed in with a password, whether to link the two. */
export const LinkQuestion = ({ children }: Props) => {
  const [isAnswered, setAnswered] = useState(false);
  const { data, error, refetch } = api.useQuery('get', '/api/v1/sso/oidc/link', {}, { gcTime: 0 });
  const link = api.useMutation('post', '/api/v1/sso/oidc/link', {
    meta: { showsError: true },
    onSuccess: () => setAnswered(true),
  });
  if (isAnswered || data?.link === null) return children;
  if (!data?.link) return <NotLoaded error={error} onRetry={refetch} rows={3} />;
  const { organizationName, issuer, email } = data.link;
  return (
    <Stack>
      <Text size="sm">
        The single sign-on of <b>{organizationName}</b> says that <b>{email}</b> is you. If you link it, whoever signs
        in there as you acts as you in {organizationName}, and only there. Your password stays as it is.
      </Text>
      <Text size="sm" c="dimmed">
        Provider: <Code>{issuer}</Code>
      </Text>
      <FailureMessage error={link.error} />
      <Group>
        <Button loading={link.isPending} onClick={() => link.mutate({})}>
          Link my account
        </Button>
        <Button variant="default" onClick={() => setAnswered(true)}>
          Not now
        </Button>
      </Group>
    </Stack>
  );
};
