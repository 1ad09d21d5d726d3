import { Alert, Button, Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { IconClockHour4, IconEye, IconEyeOff, IconFolder, IconKey } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { components } from '../../../../generated/api.d.ts';
import { api, client } from '../../api/client.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { LightCell, LightHeading, LightLine, LightRow, LightSign, monospace } from '../../components/light.tsx';
import { localText } from '../../components/local-text.ts';
import { NotLoaded } from '../../components/not-loaded.tsx';
import { Time, timeText } from '../../components/time.tsx';
import type { RowPlace } from '../../components/rows.ts';
import { VirtualTable } from '../../components/virtual-table.tsx';
import { useRevealed } from '../../secrets/use-revealed.ts';
import type { FolderRef } from '../../secrets/use-secrets.ts';
import { MaskedValue, ValueText } from '../../secrets/value-text.tsx';

type Contents = components['schemas']['FolderContentsAt'];

interface Props {
  readonly folder: FolderRef;
  /** The moment; an RFC 3339 time. */
  readonly at: string;
  readonly onMoment: (at: string) => void;
  readonly onClose: () => void;
}

const queryOf = ({ projectId, environment, path }: FolderRef, at: string, viewSecretValue: boolean) => ({
  projectId,
  environment,
  path,
  at,
  recursive: false,
  viewSecretValue,
});

/** The values of that moment, while they are shown. */
const usePastValues = (folder: FolderRef, at: string) => {
  const { values, reveal, hide } = useRevealed();
  const show = useMutation({
    meta: { changesNothing: true },
    gcTime: 0,
    mutationFn: async () => {
      const { folders } = await client.GET('/api/v1/pit/state', { params: { query: queryOf(folder, at, true) } });
      const secrets = folders[0]?.secrets ?? [];
      reveal(
        secrets.map(({ id, secretValue, secretValueHidden, isRedacted }) => [
          id,
          isRedacted ? '(redacted)' : secretValueHidden ? '(you may not read this value)' : secretValue,
        ]),
      );
    },
  });
  return { values, toggle: () => (values.size > 0 ? hide() : show.mutate()), isLoading: show.isPending };
};

interface RowProps {
  readonly place: RowPlace;
  readonly folder: Contents['folders'][number] | undefined;
  readonly secret: Contents['secrets'][number] | undefined;
  readonly values: ReadonlyMap<string, string>;
}

/** A folder, or else a secret with who wrote its version. */
const PastRow = ({ place, folder, secret, values }: RowProps) => (
  <LightRow {...place}>
    <LightHeading>
      <LightLine>
        <LightSign icon={folder ? IconFolder : IconKey} label={folder ? 'Folder' : 'Secret'} />
        <span style={{ ...(secret && monospace), overflowWrap: 'anywhere', paddingTop: 3 }}>
          {folder?.name ?? secret?.secretKey}
        </span>
      </LightLine>
    </LightHeading>
    <LightCell>
      {secret && (
        <LightLine style={{ flexWrap: 'wrap', justifyContent: 'space-between', paddingTop: 4 }}>
          {values.has(secret.id) ? <ValueText value={values.get(secret.id)!} /> : <MaskedValue />}
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            <Time value={secret.createdAt} />
            {secret.actor && ` by ${secret.actor.name}`}
          </Text>
        </LightLine>
      )}
    </LightCell>
  </LightRow>
);

/** What the folder contained at a moment in the past; nothing can be changed in it. */
export const PastFolder = ({ folder, at, onMoment, onClose }: Props) => {
  const { data, error, refetch } = api.useQuery('get', '/api/v1/pit/state', {
    params: { query: queryOf(folder, at, false) },
  });
  const { values, toggle, isLoading } = usePastValues(folder, at);
  const contents = data?.folders[0];
  const isEmpty = contents && contents.secrets.length + contents.folders.length === 0;
  return (
    <Stack>
      <Alert variant="light" color="blue" icon={<IconClockHour4 size={18} aria-hidden />}>
        <Group justify="space-between" gap="xs">
          <Text size="sm" role="status">
            This is the folder as it was on <b>{timeText(at)}</b>. It can only be read.
            {contents?.isComplete === false && (
              <>
                {' '}
                Its history is known since <Time value={contents.historySince} />, so something may be missing.
              </>
            )}
          </Text>
          <Group gap="xs" align="flex-end">
            <TextInput
              type="datetime-local"
              aria-label="Moment"
              value={localText(at)}
              onChange={({ currentTarget: { value } }) => value !== '' && onMoment(new Date(value).toISOString())}
            />
            <Button variant="default" onClick={onClose}>
              Back to now
            </Button>
          </Group>
        </Group>
      </Alert>
      {!data && <NotLoaded error={error} onRetry={refetch} />}
      {isEmpty && <EmptyState title="There was nothing in it then" />}
      {contents && !isEmpty && (
        <>
          <Group>
            <Button
              variant="default"
              leftSection={values.size > 0 ? <IconEyeOff size={16} /> : <IconEye size={16} />}
              loading={isLoading}
              onClick={toggle}
            >
              {values.size > 0 ? 'Hide values' : 'Show values'}
            </Button>
          </Group>
          <VirtualTable
            label="What was in it"
            head={
              <>
                <Table.Th w="35%">Name</Table.Th>
                <Table.Th>Value</Table.Th>
              </>
            }
            count={contents.folders.length + contents.secrets.length}
            keyOf={String}
            rowHeight={37}
          >
            {(place) => (
              <PastRow
                key={place.index}
                place={place}
                folder={contents.folders[place.index]}
                secret={contents.secrets[place.index - contents.folders.length]}
                values={values}
              />
            )}
          </VirtualTable>
        </>
      )}
    </Stack>
  );
};
