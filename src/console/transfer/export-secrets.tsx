import { Alert, Button, Checkbox, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../generated/api.d.ts';
import { client } from '../api/client.ts';
import { download } from '../components/download.ts';
import { FailureMessage } from '../components/failure.tsx';
import type { Project } from '../layout/project.tsx';
import { formatLabels, formats, type Format } from './entries.ts';

interface Props {
  readonly project: Project;
  readonly environment: string;
  readonly path: string;
}

/** Names that a message mentions. */
const maxNamed = 10;

type Folder = components['schemas']['ExportedFolder'];

const valuesOf = ({ secrets }: Folder): [string, string][] =>
  secrets.map(({ secretKey, secretValue }) => [secretKey, secretValue]);

/** Names that the format cannot have; what failed is no request, but has a message for the person all the same. */
class UnfitNames extends Error {
  readonly statusCode = 400;
}

const renderEnv = async (values: [string, string][]): Promise<string> => {
  const { isVariableName, renderDotenv } = await import('../../formats/dotenv.ts');
  const unfit = values.map(([name]) => name).filter((name) => !isVariableName(name));
  if (unfit.length === 0) return renderDotenv([{ folder: undefined, values: new Map(values) }]);
  const more = unfit.length > maxNamed ? ` and ${unfit.length - maxNamed} more` : '';
  throw new UnfitNames(
    `A .env file cannot have these names: ${unfit.slice(0, maxNamed).join(', ')}${more}. Choose JSON or YAML, or rename them.`,
  );
};

const render = async (folder: Folder, format: Format): Promise<string> => {
  const values = valuesOf(folder);
  if (format === 'env') return renderEnv(values);
  if (format === 'json') return `${JSON.stringify(Object.fromEntries(values), undefined, 2)}\n`;
  return (await import('./documents.ts')).renderYaml(Object.fromEntries(values));
};

const fileName = ({ project, environment, path }: Props, format: Format): string =>
  `${[project.slug, environment, ...path.split('/').filter(Boolean)].join('-')}.${format}`;

/** Downloads the secrets of a folder as a file. */
export const ExportSecrets = (props: Props) => {
  const { project, environment, path } = props;
  const [format, setFormat] = useState<Format>('env');
  const [isResolved, setResolved] = useState(false);
  const run = useMutation({
    meta: { showsError: true },
    gcTime: 0,
    mutationFn: async () => {
      const exported = await client.GET('/api/v1/projects/{projectId}/export', {
        params: {
          path: { projectId: project.id },
          query: { environment, path, recursive: false, expandSecretReferences: isResolved },
        },
      });
      const [folder] = exported.folders;
      if (!folder) return { count: 0, unreadable: [] };
      download(await render(folder, format), fileName(props, format));
      return { count: folder.secrets.length, unreadable: folder.unreadable };
    },
  });

  return (
    <Stack>
      <SegmentedControl
        aria-label="Format"
        transitionDuration={0}
        data={formats.map((value) => ({ value, label: formatLabels[value] }))}
        value={format}
        onChange={(value) => setFormat(value)}
      />
      <Checkbox
        label="Replace references by the values that they refer to"
        checked={isResolved}
        onChange={({ currentTarget }) => setResolved(currentTarget.checked)}
      />
      <Text size="sm" c="dimmed">
        The file has the values of this folder in plain text, without folders below, imports and personal overrides. The
        export is recorded in the audit log.
      </Text>
      <FailureMessage error={run.error} />
      {run.data && (
        <Alert color={run.data.unreadable.length > 0 ? 'orange' : 'pine'} variant="light" role="status">
          Exported {run.data.count} secrets.
          {run.data.unreadable.length > 0 &&
            ` Without these, which you may not read: ${run.data.unreadable.join(', ')}.`}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button loading={run.isPending} onClick={() => run.mutate()}>
          Download
        </Button>
      </Group>
    </Stack>
  );
};
