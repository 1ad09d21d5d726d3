import { Anchor, Button, Group, Stack, Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import { AccessLinks } from '../access/access-links.tsx';
import { Link } from 'wouter';
import { useCan } from '../access/use-can.ts';
import { confirm } from '../components/confirm.tsx';
import { Guarded } from '../components/guarded.tsx';
import { NotLoaded } from '../components/not-loaded.tsx';
import { controlInRow } from '../components/return-focus.ts';
import { SideDrawer } from '../components/side-drawer.tsx';
import { Ago } from '../components/time.tsx';
import { useUnsaved } from '../components/unsaved.ts';
import { readersAddress, rotationHref } from '../layout/addresses.ts';
import type { Project } from '../layout/project.tsx';
import { useSecretRights } from '../secrets/use-secret-rights.ts';
import { deleteSecret } from './delete-secret.tsx';
import { DetailsForm } from './details-form.tsx';
import { changesOf, editedFields, editsError, without, type Edits, type Loaded } from './draft.ts';
import { History } from './history.tsx';
import { Review } from './review.tsx';
import { useLoaded } from './use-loaded.ts';

/** The parts of the drawer. */
export type DetailsTab = 'details' | 'history';

interface Props {
  readonly project: Project;
  readonly environment: string;
  readonly path: string;
  readonly name: string;
  readonly tab: DetailsTab;
  readonly onTab: (tab: DetailsTab) => void;
  readonly onClose: () => void;
}

const rotatedReason = 'A rotation changes this secret.';

/** The edits of a secret, and what it was when they were begun. */
const useEdits = (loaded: Loaded | undefined) => {
  const [edits, setEdits] = useState<Edits>({});
  const [since, setSince] = useState<Loaded>();
  const changes = loaded ? changesOf(edits, loaded) : {};
  const edit = (change: Edits): void => {
    if (editedFields(changes).length === 0) setSince(loaded);
    setEdits((current) => ({ ...current, ...change }));
  };
  const forget = (names: Parameters<typeof without>[1]): void => setEdits((current) => without(current, names));
  return { edits, changes, hasChanges: editedFields(changes).length > 0, since, edit, forget };
};

/** Everything about one secret: its value, what is noted about it, its history. */
export const SecretDetails = ({ project, environment, path, name, tab, onTab, onClose }: Props) => {
  const address = { projectId: project.id, environment, path, name };
  const { loaded, error, refetch } = useLoaded(address);
  const { edits, changes, hasChanges, since, edit, forget } = useEdits(loaded);
  const { can } = useSecretRights(address);
  const fields = { name, tags: loaded?.secret.tags.map(({ slug }) => slug) ?? [] };
  const canEdit = can('edit', fields);
  const mayAudit = useCan(project).can('read', 'audit-logs');
  const [isReviewing, setReviewing] = useState(false);
  const forgetUnsaved = useUnsaved(hasChanges, 'drawer');
  const problem = editsError(changes);
  const rotationId = loaded?.secret.rotationId ?? undefined;
  const isRotated = rotationId !== undefined;

  const close = (): void => {
    if (!hasChanges) return onClose();
    confirm({
      title: 'Close without saving?',
      message: `Your changes of ${name} are not saved yet.`,
      action: 'Discard the changes',
      onConfirm: () => {
        forgetUnsaved();
        onClose();
      },
    });
  };
  const review = async (): Promise<void> => {
    // Somebody else may have saved meanwhile.
    await refetch();
    setReviewing(true);
  };

  return (
    <SideDrawer
      title={name}
      subtitle={`${environment} ${path}`}
      onClose={close}
      isCovered={isReviewing}
      focusAfter={() => controlInRow(name)}
    >
      {!loaded && <NotLoaded error={error} onRetry={refetch} />}
      {loaded && (
        <Stack>
          <Text size="sm" c="dimmed">
            Version {loaded.secret.version}, changed <Ago value={loaded.secret.updatedAt} /> by{' '}
            {loaded.secret.actor.name ?? 'somebody who has left'}
            {mayAudit && (
              <>
                {' · '}
                <Anchor
                  component={Link}
                  href={readersAddress(project.id, loaded.secret.id)}
                  size="sm"
                  underline="always"
                >
                  Who read this
                </Anchor>
              </>
            )}
          </Text>
          {isRotated && (
            <Text size="sm">
              {rotatedReason} Its name and value cannot be changed by hand.{' '}
              <Anchor component={Link} href={rotationHref(project.slug, rotationId)} size="sm" underline="always">
                Show the rotation
              </Anchor>
            </Text>
          )}
          <AccessLinks
            project={project}
            who="Who can read this"
            question={{
              subject: 'secrets',
              action: 'readValue',
              fields: { environment, secretPath: path, secretName: name, secretTags: fields.tags },
            }}
          />
          <Tabs value={tab} onChange={(next) => onTab(next as DetailsTab)} keepMounted={false}>
            <Tabs.List mb="md">
              <Tabs.Tab value="details">Details</Tabs.Tab>
              <Tabs.Tab value="history">History</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="details">
              <DetailsForm
                address={address}
                loaded={loaded}
                edits={edits}
                onEdit={edit}
                isReadOnly={!canEdit}
                isValueFixed={isRotated}
                canRead={can('readValue', fields)}
              />
            </Tabs.Panel>
            <Tabs.Panel value="history">
              <History secretId={loaded.secret.id} environment={environment} isReadOnly={!canEdit || isRotated} />
            </Tabs.Panel>
          </Tabs>
          {(tab === 'details' || hasChanges) && (
            <Group
              justify="space-between"
              py="sm"
              pos="sticky"
              bottom={0}
              bg="var(--mantine-color-body)"
              style={{ borderTop: '1px solid var(--mantine-color-default-border)', zIndex: 1 }}
            >
              <Guarded
                isAllowed={can('delete', fields) && !isRotated}
                reason={isRotated ? rotatedReason : 'You are not allowed to delete this secret.'}
              >
                <Button
                  variant="default"
                  c="var(--mantine-color-error)"
                  onClick={() => deleteSecret(project, address, loaded.secret.id, () => (forgetUnsaved(), onClose()))}
                >
                  Delete
                </Button>
              </Guarded>
              <Group gap="xs">
                {hasChanges && problem && (
                  <Text size="sm" c="var(--mantine-color-error)">
                    {problem}
                  </Text>
                )}
                <Button disabled={!hasChanges || problem !== undefined} onClick={() => void review()}>
                  Review and save
                </Button>
              </Group>
            </Group>
          )}
          {isReviewing && hasChanges && (
            <Review
              address={address}
              loaded={loaded}
              since={since ?? loaded}
              changes={changes}
              onSaved={forget}
              onClose={() => setReviewing(false)}
            />
          )}
        </Stack>
      )}
    </SideDrawer>
  );
};
