import { Alert, Button, Code, Text } from '@mantine/core';
import type { components } from '../../../../generated/api.d.ts';
import { api } from '../../api/client.ts';
import { confirm } from '../../components/confirm.tsx';
import { NotLoaded } from '../../components/not-loaded.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { Section } from '../../components/section.tsx';
import { Ago } from '../../components/time.tsx';

type Rotation = components['schemas']['KeyRotation'];

const refreshEveryMs = 1_000;

/** Versions take the time; a server without any secret has only projects. */
const Running = ({ rotation }: { rotation: Rotation }) => {
  const { projectsDone, projectsLeft, versionsDone, versionsLeft } = rotation;
  const done = projectsDone + versionsDone;
  return (
    <ProgressBar label="Progress of the key rotation" done={done} total={done + projectsLeft + versionsLeft}>
      {projectsDone} of {projectsDone + projectsLeft} projects, {versionsDone} of about {versionsDone + versionsLeft}{' '}
      versions of secrets.
    </ProgressBar>
  );
};

const stateText = ({ id, status, finishedAt, startedAt }: Rotation) => {
  if (id === null) return 'The keys have not been rotated yet.';
  if (status === 'running')
    return (
      <>
        The keys are being rotated
        {startedAt !== null && (
          <>
            , begun <Ago value={startedAt} />
          </>
        )}
        . The server goes on serving.
      </>
    );
  if (status === 'idle')
    return <>The last rotation was complete {finishedAt !== null && <Ago value={finishedAt} />}.</>;
  return 'The rotation was interrupted. Going on continues where it ended.';
};

const NeededKeys = ({ ids }: { ids: readonly string[] }) =>
  ids.length === 0 ? null : (
    <Text size="sm">
      ROOT_KEY still has to list the earlier{' '}
      {ids.map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Code>{id}</Code>
        </span>
      ))}
      . After a rotation it may list only the current one.
    </Text>
  );

const Details = ({ rotation }: { rotation: Rotation }) => (
  <>
    <Text size="sm" component="div">
      {stateText(rotation)}
    </Text>
    {rotation.status === 'failed' && rotation.error !== null && (
      <Alert color="red" variant="light">
        {rotation.error}
      </Alert>
    )}
    {rotation.status !== 'idle' && <Running rotation={rotation} />}
    <NeededKeys ids={rotation.neededRootKeyIds} />
  </>
);

/** Rotates all keys, and shows how far that is. */
export const KeyRotation = () => {
  const { data, error, refetch } = api.useQuery(
    'get',
    '/api/v1/admin/key-rotation',
    {},
    { refetchInterval: ({ state }) => (state.data?.keyRotation.status === 'running' ? refreshEveryMs : false) },
  );
  const start = api.useMutation('post', '/api/v1/admin/key-rotation', { meta: { showsError: true } });
  const status = data?.keyRotation.status;
  const ask = (): void =>
    confirm({
      title: 'Rotate all keys?',
      message:
        'Every project gets a new key, and all versions of its secrets are encrypted again. The server goes on serving meanwhile. Make a backup first.',
      action: 'Rotate keys',
      onConfirm: () => start.mutateAsync({}),
    });
  return (
    <Section
      title="Keys"
      description="Encrypt everything with new keys, after a root key was replaced or may be known to others."
      action={
        status !== undefined &&
        status !== 'running' && (
          <Button size="xs" variant="default" onClick={ask}>
            {status === 'idle' ? 'Rotate keys' : 'Go on rotating'}
          </Button>
        )
      }
    >
      {!data && <NotLoaded error={error} onRetry={refetch} rows={1} />}
      {data && <Details rotation={data.keyRotation} />}
    </Section>
  );
};
