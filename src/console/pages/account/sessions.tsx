import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import type { components } from '../../../../generated/api.d.ts';
import { api } from '../../api/client.ts';
import { logOut } from '../../api/session.ts';
import { confirm } from '../../components/confirm.tsx';
import { notifyFailure } from '../../components/failure.tsx';
import { Section } from '../../components/section.tsx';
import { Ago } from '../../components/time.tsx';
import { programOf } from './user-agent.ts';
import { ItemList } from '../../components/item-list.tsx';

type Session = components['schemas']['OwnSession'];

const methods = { email: 'with a password', oidc: 'with single sign-on', passkey: 'with a passkey' } as const;

const methodOf = ({ authMethod, mfaMethod }: Session): string =>
  mfaMethod === null ? methods[authMethod] : `${methods[authMethod]} and a second factor`;

const SessionRow = ({ session }: { session: Session }) => {
  const { id, userAgent, ip, createdAt, lastUsed, isCurrent } = session;
  const program = programOf(userAgent);
  const end = api.useMutation('delete', '/api/v2/users/me/sessions/{sessionId}');
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <Stack gap={0} miw={0}>
        <Group gap="xs">
          <Text size="sm" fw={500} title={userAgent}>
            {program}
          </Text>
          {isCurrent && (
            <Badge size="sm" variant="default">
              This session
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {ip}, signed in {methodOf(session)} <Ago value={createdAt} />
        </Text>
        <Text size="sm" c="dimmed">
          Last used <Ago value={lastUsed} />
        </Text>
      </Stack>
      {isCurrent ? (
        <Button size="xs" flex="none" variant="default" onClick={() => void logOut().catch(notifyFailure)}>
          Log out
        </Button>
      ) : (
        <Button
          size="xs"
          flex="none"
          variant="default"
          aria-label={`End the session of ${program}, ${ip}`}
          loading={end.isPending}
          onClick={() => end.mutate({ params: { path: { sessionId: id } } })}
        >
          End
        </Button>
      )}
    </Group>
  );
};

/** The sessions of the signed-in person. */
export const Sessions = () => {
  const { data, error, refetch } = api.useQuery('get', '/api/v2/users/me/sessions');
  const endOthers = api.useMutation('delete', '/api/v2/users/me/sessions', { meta: { showsError: true } });
  const others = data?.filter(({ isCurrent }) => !isCurrent).length ?? 0;

  const askToEndOthers = (): void =>
    confirm({
      title: 'End all other sessions?',
      message: `${others === 1 ? 'One session ends' : `${others} sessions end`} at once, and whoever uses one has to sign in again.`,
      action: 'End all others',
      isDestructive: true,
      onConfirm: () => endOthers.mutateAsync({ params: { query: { exceptCurrent: true } } }),
    });

  return (
    <Section
      title="Sessions"
      description="Where you are signed in."
      action={
        others > 0 && (
          <Button size="xs" variant="default" onClick={askToEndOthers}>
            End all others
          </Button>
        )
      }
    >
      <ItemList
        label="Sessions"
        items={data?.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))}
        loading={{ error, refetch }}
        gap="sm"
      >
        {(session) => <SessionRow key={session.id} session={session} />}
      </ItemList>
    </Section>
  );
};
