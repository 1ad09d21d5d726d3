import { Alert, Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { confirm } from '../components/confirm.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { Fact } from '../components/facts.tsx';
import { Guarded } from '../components/guarded.tsx';
import { NotLoaded } from '../components/not-loaded.tsx';
import { SideDrawer } from '../components/side-drawer.tsx';
import type { Project } from '../layout/project.tsx';
import type { FolderRef } from '../secrets/use-secrets.ts';
import { askToDelete, askToForceDeletion } from './delete-dynamic-secret.tsx';
import { leaseReason } from './dynamic-secrets.tsx';
import { DynamicSecretDialog, type Stored } from './form.tsx';
import { GetCredentials } from './get-credentials.tsx';
import { kindLabel } from './kinds/kinds.ts';
import { Leases } from './leases.tsx';
import {
  placeOf,
  useDynamicRights,
  useDynamicSecret,
  useDynamicSecrets,
  type DynamicSecret,
  type Place,
} from './use-dynamic-secrets.ts';

interface Props {
  readonly project: Project;
  readonly folder: FolderRef;
  readonly name: string;
  readonly onRename: (name: string) => void;
  readonly onClose: () => void;
}

/** What can be shown of the inputs, with its label. */
const shownInputs = {
  host: 'Host',
  url: 'Address',
  database: 'Database',
  username: 'User',
  binddn: 'Account',
  namespace: 'Namespace',
  principals: 'Names',
} as const;

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value));

const Facts = ({ secret: { type, inputs, defaultTTL, maxTTL, metadata } }: { secret: Stored }) => (
  <Stack component="dl" gap={4} m={0}>
    <Fact label="Kind">{kindLabel(type, inputs)}</Fact>
    {Object.entries(shownInputs)
      .filter(([name]) => inputs?.[name] !== undefined)
      .map(([name, label]) => (
        <Fact key={name} label={label}>
          {textOf(inputs![name])}
        </Fact>
      ))}
    <Fact label="Lease">
      {defaultTTL}
      {maxTTL !== null && `, with renewals at most ${maxTTL}`}
    </Fact>
    {metadata.map(({ key, value }) => (
      <Fact key={key} label={key}>
        {value}
      </Fact>
    ))}
  </Stack>
);

const Copied = ({ text, label, title }: { text: string; label: string; title: string }) => (
  <Stack gap={4}>
    <Text size="sm">{title}</Text>
    <Group gap={4} wrap="nowrap" align="flex-start">
      <Code block flex={1} miw={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Code>
      <CopyButton value={text} label={label} />
    </Group>
  </Stack>
);

const commandFor = ({ projectSlug, environmentSlug, path }: Place, name: string): string =>
  `sallyport lease ${projectSlug}:${environmentSlug}:${path === '/' ? '' : path}/${name} -- PROGRAM`;

type Dialog = 'credentials' | 'edit';

interface ActionsProps {
  readonly secret: DynamicSecret;
  readonly can: (action: string) => boolean;
  readonly onDialog: (dialog: Dialog) => void;
  readonly onDelete: () => void;
}

const Actions = ({ secret, can, onDialog, onDelete }: ActionsProps) => (
  <Group gap="xs">
    <Guarded isAllowed={can('lease') && secret.status === null} reason={leaseReason(secret)}>
      <Button size="xs" onClick={() => onDialog('credentials')}>
        Get credentials
      </Button>
    </Guarded>
    <Guarded isAllowed={can('edit-root-credential')} reason="You are not allowed to edit it.">
      <Button size="xs" variant="default" onClick={() => onDialog('edit')}>
        Edit
      </Button>
    </Guarded>
    {secret.status === null && (
      <Guarded isAllowed={can('delete-root-credential')} reason="You are not allowed to delete it.">
        <Button size="xs" variant="default" onClick={onDelete}>
          Delete
        </Button>
      </Guarded>
    )}
  </Group>
);

interface DeletionProps {
  readonly secret: DynamicSecret;
  readonly mayForce: boolean;
  readonly onForce: () => void;
}

/** Why it is still there. */
const Deletion = ({ secret, mayForce, onForce }: DeletionProps) => (
  <Alert color="yellow" variant="light" role="alert">
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      It is being deleted. {secret.statusDetails ?? 'Its leases are being revoked.'}
    </Text>
    {mayForce && (
      <Button size="xs" variant="default" mt="xs" onClick={onForce}>
        Delete without revoking
      </Button>
    )}
  </Alert>
);

const useRevokeAll = (projectId: string, { id, name }: DynamicSecret) => {
  const revoke = api.useMutation('post', '/api/v1/projects/{projectId}/leases/revoke', { meta: { showsError: true } });
  return (): void =>
    confirm({
      title: `Revoke all leases of ${name}?`,
      message: 'Whoever has credentials of it now loses them.',
      action: 'Revoke all',
      isDestructive: true,
      onConfirm: () => revoke.mutateAsync({ params: { path: { projectId } }, body: { dynamicSecretId: id } }),
    });
};

const OwnLeases = ({ project, secret }: { project: Project; secret: DynamicSecret }) => (
  <>
    <Group justify="space-between">
      <Title order={2}>Leases</Title>
      <Button size="compact-sm" variant="default" onClick={useRevokeAll(project.id, secret)}>
        Revoke all
      </Button>
    </Group>
    <Leases filter={{ dynamicSecretId: secret.id }} isOfOne empty="Nobody has credentials now." />
  </>
);

/** A dynamic secret, and who has credentials of it. */
export const DynamicSecretDrawer = ({ project, folder, name, onRename, onClose }: Props) => {
  const place = placeOf(project, folder);
  const rights = useDynamicRights(project, folder);
  const [dialog, setDialog] = useState<Dialog>();
  const { data, error, refetch } = useDynamicSecret(place, name);
  const listed = useDynamicSecrets(place, rights.mayList).data?.dynamicSecrets;
  const loaded = data?.dynamicSecret;
  // The list is loaded again while it is being deleted.
  const { status, statusDetails } = listed?.find(({ id }) => id === loaded?.id) ?? loaded ?? {};
  const secret = loaded && { ...loaded, status: status ?? null, statusDetails: statusDetails ?? null };
  const can = (action: string): boolean => secret !== undefined && rights.can(action, secret);
  const closeDialog = (): void => setDialog(undefined);
  const saved = (newName: string): void => {
    closeDialog();
    if (newName === name) void refetch();
    else onRename(newName);
  };
  const key = secret?.inputs?.caPublicKey;
  const deleted = secret && { projectId: project.id, place, secret, onDeleted: onClose };
  return (
    <SideDrawer title={name} isCovered={dialog !== undefined} onClose={onClose}>
      {!secret && <NotLoaded error={error} onRetry={refetch} height={20} />}
      {secret && (
        <Stack>
          {secret.status !== null && (
            <Deletion
              secret={secret}
              mayForce={can('delete-root-credential')}
              onForce={() => askToForceDeletion(deleted!)}
            />
          )}
          <Facts secret={secret} />
          <Actions secret={secret} can={can} onDialog={setDialog} onDelete={() => askToDelete(deleted!)} />
          <Copied title="For a program, as long as it runs:" text={commandFor(place, name)} label="the command" />
          {typeof key === 'string' && (
            <Copied
              title="The authority, which machines trust with TrustedUserCAKeys in their sshd_config:"
              text={key}
              label="the key of the authority"
            />
          )}
          {can('lease') && <OwnLeases project={project} secret={secret} />}
        </Stack>
      )}
      <GetCredentials place={place} secret={dialog === 'credentials' ? secret : undefined} onClose={closeDialog} />
      {secret && dialog === 'edit' && (
        <DynamicSecretDialog isOpen place={place} stored={secret} onClose={closeDialog} onSaved={saved} />
      )}
    </SideDrawer>
  );
};
