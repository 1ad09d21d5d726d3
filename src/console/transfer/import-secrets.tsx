import { Alert, Button, FileButton, Group, List, Paper, Select, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState, type DragEvent } from 'react';
import { client } from '../api/client.ts';
import { FailureMessage } from '../components/failure.tsx';
import { useUnsaved } from '../components/unsaved.ts';
import type { Project } from '../layout/project.tsx';
import { formatLabels, formats, guessFormat, ParseProblems, type Entry, type Format } from './entries.ts';
import { ImportPlan, type Plan } from './import-plan.tsx';
import { manySecrets, OwnImportProgress } from './import-progress.tsx';
import { parseEntries } from './parse.ts';

interface Props {
  readonly project: Project;
  readonly environment: string;
  readonly path: string;
  readonly onDone: () => void;
}

const maxFileSize = 20 * 1024 * 1024;

/** Imports names with values into a folder: everything, or nothing if something is refused. */
const sendImport = async (
  { project, environment, path }: Omit<Props, 'onDone'>,
  entries: readonly Entry[],
  dryRun: boolean,
): Promise<Plan> => {
  const secrets = entries.map(({ name, value }) => ({ secretKey: name, secretValue: value }));
  return await client.POST('/api/v1/projects/{projectId}/import', {
    params: { path: { projectId: project.id } },
    body: { dryRun, folders: [{ environment, path, secrets }] },
  });
};

const Problems = ({ error }: { error: unknown }) => {
  if (!(error instanceof ParseProblems)) return <FailureMessage error={error} />;
  const shown = error.problems.slice(0, 20);
  return (
    <Alert color="red" variant="light" role="alert" title="Nothing can be imported yet">
      <List size="sm">
        {shown.map((problem) => (
          <List.Item key={problem}>{problem}</List.Item>
        ))}
        {error.problems.length > shown.length && (
          <List.Item>And {error.problems.length - shown.length} more.</List.Item>
        )}
      </List>
    </Alert>
  );
};

interface Planned {
  readonly entries: readonly Entry[];
  readonly plan: Plan;
}

/** Imports a file or a pasted text into a folder, after showing what that would change. */
export const ImportSecrets = ({ onDone, ...target }: Props) => {
  const [text, setText] = useState('');
  const [format, setFormat] = useState<Format>('env');
  const [isDragging, setDragging] = useState(false);
  const prepare = useMutation({
    meta: { showsError: true },
    gcTime: 0,
    mutationFn: async (): Promise<Planned> => {
      const entries = await parseEntries(text, format);
      return { entries, plan: await sendImport(target, entries, true) };
    },
  });
  const run = useMutation({
    meta: { showsError: true },
    gcTime: 0,
    mutationFn: ({ entries }: Planned) => sendImport(target, entries, false),
    onSuccess: ({ created, changed }) => {
      notifications.show({ message: `Imported: ${created} new, ${changed} changed.` });
      forget();
      onDone();
    },
  });
  const forget = useUnsaved(text !== '' && !run.isSuccess);

  const change = (next: string, file?: string): void => {
    setText(next);
    if (text === '' || file !== undefined) setFormat(guessFormat(next, file));
    prepare.reset();
    run.reset();
  };
  const [fileError, setFileError] = useState<unknown>();
  const read = (file: File | null): void => {
    if (!file) return;
    if (file.size > maxFileSize) return setFileError(new ParseProblems(['The file is larger than 20 MB.']));
    setFileError(undefined);
    file.text().then((content) => change(content, file.name), setFileError);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setDragging(false);
    read(event.dataTransfer.files[0] ?? null);
  };

  return (
    <Stack>
      {!prepare.data && (
        <Paper
          withBorder
          p="sm"
          style={isDragging ? { outline: '2px solid var(--mantine-primary-color-filled)' } : undefined}
          onDragOver={(event) => {
            event.preventDefault();
            setDragging(true);
          }}
          onDragLeave={() => setDragging(false)}
          onDrop={drop}
        >
          <Stack gap="xs">
            <Textarea
              label="Secrets to import"
              description="Paste or drop a .env, JSON or YAML file with names and values."
              autosize
              minRows={8}
              maxRows={18}
              spellCheck={false}
              autoComplete="off"
              styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
              value={text}
              onChange={({ currentTarget }) => change(currentTarget.value)}
            />
            <Group justify="space-between">
              <FileButton onChange={read} accept=".env,.json,.yaml,.yml,text/plain,application/json">
                {(props) => (
                  <Button variant="default" {...props}>
                    Choose a file
                  </Button>
                )}
              </FileButton>
              <Select
                aria-label="Format"
                w={110}
                allowDeselect={false}
                data={formats.map((value) => ({ value, label: formatLabels[value] }))}
                value={format}
                onChange={(value) => setFormat(value ?? 'env')}
              />
            </Group>
          </Stack>
        </Paper>
      )}
      <Problems error={fileError ?? prepare.error} />
      {prepare.data && <ImportPlan plan={prepare.data.plan} />}
      {run.isPending && run.variables.entries.length >= manySecrets && (
        <OwnImportProgress projectId={target.project.id} secrets={run.variables.entries.length} />
      )}
      <FailureMessage error={run.error} />
      <Group justify="flex-end">
        {prepare.data ? (
          <>
            <Button variant="default" onClick={() => prepare.reset()}>
              Back
            </Button>
            <Button
              loading={run.isPending}
              disabled={prepare.data.plan.created + prepare.data.plan.changed === 0}
              onClick={() => run.mutate(prepare.data)}
            >
              Import {prepare.data.plan.created + prepare.data.plan.changed} secrets
            </Button>
          </>
        ) : (
          <Button disabled={text.trim() === ''} loading={prepare.isPending} onClick={() => prepare.mutate()}>
            Show what would change
          </Button>
        )}
      </Group>
      {!prepare.data && (
        <Text size="xs" c="dimmed">
          The text is read in this browser. Secrets that it does not mention stay as they are.
        </Text>
      )}
    </Stack>
  );
};
