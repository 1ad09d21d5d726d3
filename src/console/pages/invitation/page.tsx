import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Redirect } from 'wouter';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { FailureMessage } from '../../components/failure.tsx';
import { ListSkeleton } from '../../components/page.tsx';
import { CenteredPage } from '../../layout/centered-page.tsx';
import { inspect, takeInvitation, type InspectedInvitation, type Invitation } from './invitation.ts';
import { JoinButton, SignInForm } from './join-form.tsx';
import { NewAccountForm } from './new-account-form.tsx';

const inviterText = ({ invitedBy, organizationName }: InspectedInvitation): string =>
  invitedBy
    ? `${invitedBy} invites you to the organization ${organizationName}.`
    : `You are invited to the organization ${organizationName}.`;

/** Who is signed in in this browser; undefined if nobody is. */
const useSignedIn = (): string | undefined => {
  const { status } = useSession();
  const { data } = api.useQuery('get', '/api/v1/user', {}, { enabled: status === 'signed-in' });
  return status === 'signed-in' ? data?.user.username : undefined;
};

const Accept = ({ invitation, inspected }: { invitation: Invitation; inspected: InspectedInvitation }) => {
  const signedIn = useSignedIn();
  const isOther = signedIn !== undefined && signedIn !== invitation.email.toLowerCase();
  return (
    <Stack>
      <Text size="sm">{inviterText(inspected)}</Text>
      {isOther && (
        <Text size="sm">
          You are signed in as {signedIn}; joining signs you in as {invitation.email} instead.
        </Text>
      )}
      {!inspected.hasAccount ? (
        <NewAccountForm invitation={invitation} />
      ) : signedIn !== undefined && !isOther ? (
        <JoinButton invitation={invitation} />
      ) : (
        <SignInForm invitation={invitation} />
      )}
    </Stack>
  );
};

const SignInLink = () => (
  <Anchor component={Link} href="/login" size="sm">
    Sign in
  </Anchor>
);

const InvitationPage = () => {
  const { status } = useSession();
  const [invitation] = useState(takeInvitation);
  const { data, error } = useQuery({
    queryKey: ['invitation', invitation?.organizationId, invitation?.email],
    queryFn: () => inspect(invitation!),
    enabled: invitation !== undefined && status !== 'starting',
    // The code works once: what it shows stays while the form is filled in.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });

  if (invitation && data)
    return (
      <CenteredPage title={`Join ${data.organizationName}`}>
        <Accept invitation={invitation} inspected={data} />
      </CenteredPage>
    );
  if (!invitation && status === 'signed-in') return <Redirect to="/" replace />;
  return (
    <CenteredPage title="Invitation">
      {error ? (
        <Stack>
          <FailureMessage error={error} />
          <SignInLink />
        </Stack>
      ) : invitation || status === 'starting' ? (
        <ListSkeleton rows={4} />
      ) : (
        <Stack>
          <Text size="sm">Open the link of your invitation. If you have joined already, sign in.</Text>
          <SignInLink />
        </Stack>
      )}
    </CenteredPage>
  );
};

export default InvitationPage;
