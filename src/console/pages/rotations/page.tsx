import { Badge, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useCan, useIsKnown } from '../../access/use-can.ts';
import { api } from '../../api/client.ts';
import { Connections, type Verb } from '../../app-connections/connections.tsx';
import { CreateButton } from '../../components/create-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LinkList, type LinkRow } from '../../components/link-list.tsx';
import { NotLoaded } from '../../components/not-loaded.tsx';
import { Page } from '../../components/page.tsx';
import { Ago, Time } from '../../components/time.tsx';
import { rotationHref } from '../../layout/addresses.ts';
import { useProject } from '../../layout/project.tsx';
import { CreateRotation } from '../../rotations/create-rotation.tsx';
import { RotationDrawer } from '../../rotations/drawer.tsx';
import type { Rotation } from '../../rotations/kinds.ts';
import { useDrawerAddress } from '../../layout/use-drawer-address.ts';

const rowOf = (slug: string, rotation: Rotation): LinkRow => {
  const { id, name, environment, folder, secretsMapping, rotationStatus, lastRotatedAt, nextAttemptAt } = rotation;
  const hasFailed = rotationStatus === 'failed';
  const place = `${environment.name} ${folder.path}: ${secretsMapping.username}, ${secretsMapping.password}`;
  return {
    key: id,
    href: rotationHref(slug, id),
    title: name,
    subtitle: hasFailed ? `${rotation.lastRotationMessage ?? ''} ${place}` : place,
    badges: hasFailed && (
      <Badge size="sm" variant="default" c="var(--mantine-color-error)">
        Failed
      </Badge>
    ),
    aside: (
      <>
        last <Ago value={lastRotatedAt} />
        {nextAttemptAt !== null && (
          <>
            , next <Time value={nextAttemptAt} />
          </>
        )}
      </>
    ),
  };
};

/** The names of actions differ in rules of projects. */
const actionOf = (verb: Verb): string => (verb === 'rotate-credentials' ? verb : `${verb}-app-connections`);

const useRotations = (projectId: string, isEnabled: boolean) =>
  api.useQuery('get', '/api/v2/secret-rotations', { params: { query: { projectId } } }, { enabled: isEnabled });

/** The rotations of a project, and its connections. */
const RotationsPage = () => {
  const project = useProject();
  const ability = useCan(project);
  const [isCreating, { open, close }] = useDisclosure();
  const isKnown = useIsKnown(project);
  const mayRead = ability.may('read', 'secret-rotation');
  const { data, error, refetch } = useRotations(project.id, mayRead);
  const drawer = useDrawerAddress(`/p/${project.slug}/rotations`);
  const rotations = data?.secretRotations;
  const shown = rotations?.find(({ id }) => id === drawer.query.get('rotation'));
  return (
    <Page
      title="Rotations"
      crumbs={[{ label: project.name, href: `/p/${project.slug}` }]}
      actions={
        <CreateButton
          isMain
          label="Create rotation"
          isAllowed={ability.may('create', 'secret-rotation')}
          reason="You are not allowed to create rotations in this project."
          onClick={open}
        />
      }
    >
      <Stack>
        {(!isKnown || mayRead) && !rotations && <NotLoaded error={error} onRetry={refetch} />}
        {rotations && rotations.length > 0 && (
          <LinkList label="Rotations" rows={rotations.map((rotation) => rowOf(project.slug, rotation))} />
        )}
        {rotations?.length === 0 && (
          <EmptyState title="No rotations yet">
            The server changes the passwords of a system by a schedule, and writes them into two secrets. It needs a
            connection to the system first.
          </EmptyState>
        )}
        {isKnown && !mayRead && <Text size="sm">You may not see the rotations of this project.</Text>}
        {ability.may('read-app-connections', 'app-connections') && (
          <Connections
            projectId={project.id}
            can={(verb, connectionId) =>
              ability.can(actionOf(verb), 'app-connections', connectionId ? { connectionId } : {})
            }
          />
        )}
      </Stack>
      <CreateRotation isOpen={isCreating} onClose={close} />
      {shown && <RotationDrawer key={shown.id} rotation={shown} onClose={drawer.close} />}
    </Page>
  );
};

export default RotationsPage;
