import { Button, Stack, Text } from '@mantine/core';
import { Link, Redirect } from 'wouter';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { NotLoaded } from '../../components/not-loaded.tsx';
import { CenteredPage } from '../../layout/centered-page.tsx';
import { useNextSteps } from '../../next-steps/store.ts';
import { isStarted } from './set-up.ts';
import { SetupForm } from './setup-form.tsx';

const AlreadySetUp = () => (
  <Stack>
    <Text size="sm">This server is set up already. Sign in, or ask an administrator for an invitation.</Text>
    <Button component={Link} href="/login">
      Sign in
    </Button>
  </Stack>
);

const SetupPage = () => {
  const { status } = useSession();
  const steps = useNextSteps();
  const { data, error, refetch } = api.useQuery('get', '/api/v1/admin/config', {}, { refetchOnWindowFocus: false });

  // The form waits for the start: later, the session that it begins would be taken up before it has created the project.
  const isReady = data && status !== 'starting';
  if (status === 'signed-in') return <Redirect to={steps ? `/p/${steps.slug}` : '/'} replace />;
  return (
    <CenteredPage title="Set up Sallyport">
      {isReady ? (
        data.config.initialized && !isStarted() ? (
          <AlreadySetUp />
        ) : (
          <SetupForm needsToken={data.config.isSetupTokenRequired} onAlreadySetUp={() => void refetch()} />
        )
      ) : (
        <NotLoaded error={error} onRetry={refetch} rows={4} />
      )}
    </CenteredPage>
  );
};

export default SetupPage;
