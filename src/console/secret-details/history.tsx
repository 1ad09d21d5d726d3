import { Badge, Button, Checkbox, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, client } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { confirm } from '../components/confirm.tsx';
import { NotLoaded } from '../components/not-loaded.tsx';
import { separator } from '../components/separator.ts';
import { Time } from '../components/time.tsx';
import { VersionComparison, type Version } from './version-comparison.tsx';

const pageSize = 50;

const useVersions = (secretId: string, limit: number) =>
  api.useQuery('get', '/api/v1/dashboard/secret-versions/{secretId}', {
    params: { path: { secretId }, query: { offset: 0, limit } },
  });

const restore = (secretId: string, { version }: Version): void =>
  confirm({
    title: `Restore version ${version}?`,
    message: 'Value, comment, tags and metadata become those of that version, as a new version. Nothing is lost.',
    action: 'Restore',
    onConfirm: async () => {
      const params = { path: { secretId, version } };
      await client.POST('/api/v1/secret/{secretId}/secret-versions/{version}/restore', { params });
      await queryClient.invalidateQueries();
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

interface RowProps {
  readonly secretId: string;
  readonly version: Version;
  readonly isCurrent: boolean;
  readonly isReadOnly: boolean;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

const Row = ({ secretId, version, isCurrent, isReadOnly, isChosen, onChoose }: RowProps) => (
  <Group wrap="nowrap" justify="space-between" px="sm" py={6} component="li" style={isCurrent ? undefined : separator}>
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
            <Time value={version.createdAt} /> by {version.actor.name ?? 'somebody who has left'}
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
          onClick={() => restore(secretId, version)}
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
);

/** The versions of a secret; two of them can be compared. */
export const History = ({ secretId, isReadOnly }: { secretId: string; isReadOnly: boolean }) => {
  const [limit, setLimit] = useState(pageSize);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { data, error, refetch } = useVersions(secretId, limit);
  if (!data) return <NotLoaded error={error} onRetry={refetch} />;
  const versions = data.secretVersions;
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
      <Paper withBorder component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Versions">
        {versions.map((version, index) => (
          <Row
            key={version.id}
            secretId={secretId}
            version={version}
            isCurrent={index === 0}
            isReadOnly={isReadOnly}
            isChosen={chosen.includes(version.id)}
            onChoose={(isChosen) =>
              setChosen([...chosen.filter((id) => id !== version.id), ...(isChosen ? [version.id] : [])].slice(-2))
            }
          />
        ))}
      </Paper>
      {versions.length === limit && limit < 1000 && (
        <Button variant="default" onClick={() => setLimit(Math.min(limit + pageSize, 1000))}>
          Show older versions
        </Button>
      )}
    </Stack>
  );
};
