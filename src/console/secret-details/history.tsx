import { ActionIcon, Badge, Box, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { confirm } from '../components/confirm.tsx';
import { NotLoaded } from '../components/not-loaded.tsx';
import { RowList } from '../components/row-list.tsx';
import { ShowMore } from '../components/show-more.tsx';
import { Ago } from '../components/time.tsx';
import { notifyUndoable } from '../components/undo.tsx';
import { useProject } from '../layout/project.tsx';
import { nameIfProtected } from '../secrets/protection.tsx';
import { readVersion } from '../secrets/stored-values.ts';
import { useRevealed } from '../secrets/use-revealed.ts';
import { MaskedValue, ValueText } from '../secrets/value-text.tsx';
import { VersionComparison, type Version } from './version-comparison.tsx';

const pageSize = 50;
const notReadable = 'You may not read this value.';

const useVersions = (secretId: string, limit: number) =>
  api.useQuery('get', '/api/v1/dashboard/secret-versions/{secretId}', {
    params: { path: { secretId }, query: { offset: 0, limit } },
  });

const restoreVersion = (secretId: string, version: number) =>
  client.POST('/api/v1/secret/{secretId}/secret-versions/{version}/restore', {
    params: { path: { secretId, version } },
  });

const restore = (asked: { name?: string }, secretId: string, { version }: Version, current: number): void =>
  confirm({
    ...asked,
    title: `Restore version ${version}?`,
    message: 'Value, comment, tags and metadata become those of that version, as a new version. Nothing is lost.',
    action: 'Restore',
    onConfirm: async () => {
      await restoreVersion(secretId, version);
      await queryClient.invalidateQueries();
      notifyUndoable(`Version ${version} was restored.`, () => restoreVersion(secretId, current));
    },
  });

const redact = ({ id, version, secretKey }: Version): void =>
  confirm({
    title: `Redact the value of version ${version}?`,
    message: `The value that ${secretKey} had in version ${version} is removed for good. Everything else about the version stays.`,
    action: 'Redact',
    isDestructive: true,
    name: secretKey,
    onConfirm: async () => {
      const params = { path: { versionId: id } };
      await client.DELETE('/api/v2/secret-versions/{versionId}/redact-value', { params });
      await queryClient.invalidateQueries();
    },
  });

/** The value of a version, which is shown when somebody asks. */
const VersionValue = ({ secretId, version }: { secretId: string; version: number }) => {
  const { values, reveal, hide } = useRevealed();
  const shown = values.get('value');
  const show = useMutation({
    meta: { changesNothing: true },
    gcTime: 0,
    mutationFn: async () => reveal([['value', (await readVersion(secretId, version)) ?? notReadable]]),
  });
  return (
    <Group gap={4} wrap="nowrap" align="flex-start">
      <ActionIcon
        aria-label={`${shown === undefined ? 'Show' : 'Hide'} the value of version ${version}`}
        loading={show.isPending}
        onClick={() => (shown === undefined ? show.mutate() : hide())}
      >
        {shown === undefined ? <IconEye size={16} /> : <IconEyeOff size={16} />}
      </ActionIcon>
      <Box pt={5} miw={0} flex={1}>
        {shown === undefined ? <MaskedValue /> : <ValueText value={shown} />}
      </Box>
    </Group>
  );
};

interface RowProps {
  readonly secretId: string;
  readonly version: Version;
  readonly isCurrent: boolean;
  readonly onRestore: () => void;
  readonly isReadOnly: boolean;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

const Row = ({ secretId, version, isCurrent, isReadOnly, isChosen, onChoose, onRestore }: RowProps) => {
  return (
    <Stack gap={4} px="sm" py={6}>
      <Group justify="space-between" gap={4}>
        <Checkbox
          checked={isChosen}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
          label={
            <Group gap={8} component="span">
              <Text span size="sm" fw={600}>
                Version {version.version}
              </Text>
              {isCurrent && (
                <Badge component="span" size="sm" variant="light">
                  Current
                </Badge>
              )}
              {version.isRedacted && (
                <Badge component="span" size="sm" variant="light" color="gray">
                  Redacted
                </Badge>
              )}
              <Text span size="sm" c="dimmed">
                <Ago value={version.createdAt} /> by {version.actor.name ?? 'somebody who has left'}
              </Text>
            </Group>
          }
        />
        {!isCurrent && !version.isRedacted && !isReadOnly && (
          <Group gap={4} wrap="nowrap">
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Restore version ${version.version}`}
              onClick={onRestore}
            >
              Restore
            </Button>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Redact version ${version.version}`}
              onClick={() => redact(version)}
            >
              Redact
            </Button>
          </Group>
        )}
      </Group>
      {!version.isRedacted && <VersionValue secretId={secretId} version={version.version} />}
    </Stack>
  );
};

interface Props {
  readonly secretId: string;
  /** The slug of the environment. */
  readonly environment: string;
  readonly isReadOnly: boolean;
}

/** The versions of a secret; two of them can be compared. */
export const History = ({ secretId, environment, isReadOnly }: Props) => {
  const project = useProject();
  const [limit, setLimit] = useState(pageSize);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { data, error, refetch } = useVersions(secretId, limit);
  if (!data) return <NotLoaded error={error} onRetry={refetch} />;
  const versions = data.secretVersions;
  const current = versions[0]!.version;
  // The two that were chosen last.
  const [newer, older] = versions.filter(({ id }) => chosen.includes(id));
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        Choose two versions to compare them.
      </Text>
      {newer && older && (
        <VersionComparison key={`${older.id} ${newer.id}`} secretId={secretId} older={older} newer={newer} />
      )}
      <RowList label="Versions" rows={versions} keyOf={({ id }) => id}>
        {(version) => (
          <Row
            secretId={secretId}
            version={version}
            isCurrent={version.version === current}
            onRestore={() => restore(nameIfProtected(project, environment), secretId, version, current)}
            isReadOnly={isReadOnly}
            isChosen={chosen.includes(version.id)}
            onChoose={(isChosen) =>
              setChosen([...chosen.filter((id) => id !== version.id), ...(isChosen ? [version.id] : [])].slice(-2))
            }
          />
        )}
      </RowList>
      <ShowMore
        onMore={
          versions.length === limit && limit < 1000 ? () => setLimit(Math.min(limit + pageSize, 1000)) : undefined
        }
        isLoading={false}
      />
    </Stack>
  );
};
