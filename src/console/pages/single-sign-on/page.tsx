import { Alert, Anchor, Button, Code, Stack, Text } from '@mantine/core';
import { Link, Redirect, useSearch } from 'wouter';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { CenteredPage } from '../../layout/centered-page.tsx';
import { portIn } from '../../login/cli.ts';
import { signOnAddress } from '../../login/sign-on-address.ts';

const SignedIn = () => {
  const { data } = api.useQuery('get', '/api/v1/user');
  return data ? (
    <Alert role="status">
      You are signed in as {data.user.username} in this browser. You are asked before that ends.
    </Alert>
  ) : null;
};

/** Asks somebody whom another site led here whether to sign in, which no other site must do for them. */
const SingleSignOnPage = () => {
  const { status } = useSession();
  const search = useSearch();
  const slug = new URLSearchParams(search).get('org');
  if (slug === null) return <Redirect to="/login" replace />;
  return (
    <CenteredPage title="Single sign-on">
      <Stack>
        <Text size="sm">
          Sign in with the single sign-on of the organization <Code>{slug}</Code>? Continue only if it is yours: whoever
          sent you here may want you to work in an account of theirs.
        </Text>
        {status === 'signed-in' && <SignedIn />}
        <Button component="a" href={signOnAddress(slug, portIn(search))}>
          Continue with single sign-on
        </Button>
        <Anchor component={Link} href="/" size="sm">
          Not now
        </Anchor>
      </Stack>
    </CenteredPage>
  );
};

export default SingleSignOnPage;
