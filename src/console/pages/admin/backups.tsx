import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import type { components } from '../../../../generated/api.d.ts';
import { api, requests } from '../../api/client.ts';
import { dataOf } from '../../api/errors.ts';
import { download } from '../../components/download.ts';
import { durationText } from '../../components/duration.ts';
import { Fact } from '../../components/facts.tsx';
import { FailureMessage } from '../../components/failure.tsx';
import { NotLoaded } from '../../components/not-loaded.tsx';
import { Section } from '../../components/section.tsx';
import { sizeText } from '../../components/size-text.ts';
import { Ago, Time } from '../../components/time.tsx';

type State = components['schemas']['Backups'];

const path = '/api/v1/admin/backups';

/** Hands a new backup to the browser, under the name that the server gives it. */
const downloadBackup = async (): Promise<void> => {
  const { data, error, response } = await requests.POST(`${path}/download`, { parseAs: 'blob' });
  const [, name = 'sallyport.db'] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  download(dataOf<Blob>({ data: data as unknown as Blob, error }), name);
};

const Schedule = ({ schedule }: { schedule: NonNullable<State['schedule']> }) => {
  const { directory, everyHours, keep, nextAt, problem, files } = schedule;
  return (
    <>
      {problem !== null && (
        <Alert color="yellow" variant="light" title="The last scheduled backup failed">
          {problem}
        </Alert>
      )}
      <Stack component="dl" gap={4} m={0}>
        <Fact label="Schedule">
          Every {durationText(everyHours * 3600)}, next <Time value={nextAt} />; {keep} are kept in {directory}
        </Fact>
      </Stack>
      {files.length > 0 && (
        <List size="sm" aria-label="scheduled backups">
          {files.map(({ name, createdAt, bytes }) => (
            <List.Item key={name} style={{ overflowWrap: 'anywhere' }}>
              {name}, {sizeText(bytes)}, <Ago value={createdAt} />
            </List.Item>
          ))}
        </List>
      )}
    </>
  );
};

const Details = ({ backups: { isSupported, lastAt, schedule } }: { backups: State }) => {
  if (!isSupported)
    return (
      <Text size="sm">
        PostgreSQL is backed up with its own tools, such as pg_dump: “sallyport backup FILE” prints the command.
      </Text>
    );
  return (
    <>
      <Text size="sm">
        {lastAt === null ? (
          'There has never been a backup.'
        ) : (
          <>
            The last backup was made <Ago value={lastAt} />.
          </>
        )}{' '}
        {schedule === null && 'Set BACKUP_DIR to have them made by a schedule.'}
      </Text>
      {schedule && <Schedule schedule={schedule} />}
      <Text size="sm" c="dimmed">
        A backup does not contain the root key, without which nothing in it can be decrypted: keep that in another
        place.
      </Text>
    </>
  );
};

/** When the server was backed up, and a copy to download. */
export const Backups = () => {
  const { data, error, refetch } = api.useQuery('get', path);
  const save = useMutation({ meta: { showsError: true }, gcTime: 0, mutationFn: downloadBackup });
  return (
    <Section
      title="Backups"
      description="Copies of the database, made while the server serves."
      action={
        data?.isSupported && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={14} />}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            Download a backup
          </Button>
        )
      }
    >
      <FailureMessage error={save.error} />
      {!data && <NotLoaded error={error} onRetry={refetch} rows={1} />}
      {data && <Details backups={data} />}
    </Section>
  );
};
