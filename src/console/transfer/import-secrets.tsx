import { Alert, Button, FileButton, Group, List, Paper, Select, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type DragEvent } from 'react';
import { FailureMessage } from '../components/failure.tsx';
import { useUnsaved } from '../components/unsaved.ts';
import { formatLabels, formats, guessFormat, ParseProblems, type Format } from './entries.ts';
import { parseEntries } from './parse.ts';
import { maxFileSize, type Incoming } from './use-incoming.ts';
import { planImport, PlanStep, type Target } from './plan-step.tsx';

interface Props extends Target {
  /** What was pasted or dropped already, so that the plan is shown at once. */
  readonly incoming?: Incoming | undefined;
  readonly onDone: () => void;
}

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

/** Imports a file or a pasted text into a folder, after showing what that would change. */
export const ImportSecrets = ({ incoming, onDone, ...target }: Props) => {
  const [text, setText] = useState(incoming?.text ?? '');
  const [format, setFormat] = useState<Format>(incoming ? guessFormat(incoming.text, incoming.file) : 'env');
  const [isDragging, setDragging] = useState(false);
  const prepare = useMutation({
    meta: { showsError: true, changesNothing: true },
    gcTime: 0,
    mutationFn: async () => planImport(target, await parseEntries(text, format)),
  });
  const forget = useUnsaved(text !== '');
  const { mutate: plan } = prepare;
  const isPlanned = useRef(incoming === undefined);
  useEffect(() => {
    if (!isPlanned.current) plan();
    isPlanned.current = true;
  }, [plan]);

  const change = (next: string, file?: string): void => {
    setText(next);
    if (text === '' || file !== undefined) setFormat(guessFormat(next, file));
    prepare.reset();
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
              description="Paste or drop names with values: a .env file, export lines, JSON, YAML or a Compose file."
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
      {prepare.data ? (
        <PlanStep
          target={target}
          planned={prepare.data}
          action="Import"
          done="Imported"
          onBack={() => prepare.reset()}
          onDone={() => {
            forget();
            onDone();
          }}
        />
      ) : (
        <Group justify="flex-end">
          <Button disabled={text.trim() === ''} loading={prepare.isPending} onClick={() => prepare.mutate()}>
            Show what would change
          </Button>
        </Group>
      )}
      {!prepare.data && (
        <Text size="xs" c="dimmed">
          The text is read in this browser. Secrets that it does not mention stay as they are.
        </Text>
      )}
    </Stack>
  );
};
