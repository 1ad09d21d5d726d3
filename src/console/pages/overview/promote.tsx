import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailureMessage } from '../../components/failure.tsx';
import type { Project } from '../../layout/project.tsx';
import { readNamedValues } from '../../secrets/stored-values.ts';
import { planImport, PlanStep } from '../../transfer/plan-step.tsx';

interface Props {
  readonly project: Project;
  readonly path: string;
  /** Those in view, in their order. */
  readonly environments: Project['environments'];
  readonly onClose: () => void;
}

const Promotion = ({ project, path, environments, onClose }: Props) => {
  const [from, setFrom] = useState(environments[0]?.slug ?? '');
  const [to, setTo] = useState(environments[1]?.slug ?? '');
  const prepare = useMutation({
    meta: { showsError: true, changesNothing: true },
    gcTime: 0,
    mutationFn: async () => {
      const values = await readNamedValues({ projectId: project.id, environment: from, path });
      const entries = [...values].map(([name, value]) => ({ name, value, line: undefined }));
      return entries.length === 0 ? undefined : planImport({ project, environment: to, path }, entries);
    },
  });
  const choose = (set: (slug: string) => void) => (slug: string | null) => {
    prepare.reset();
    set(slug ?? '');
  };
  const data = project.environments.map(({ slug, name }) => ({ value: slug, label: name }));
  const isSame = from === to;
  return (
    <Stack>
      <Group gap="xs" grow align="flex-start">
        <Select label="From" allowDeselect={false} searchable data={data} value={from} onChange={choose(setFrom)} />
        <Select
          label="To"
          allowDeselect={false}
          searchable
          data={data}
          value={to}
          onChange={choose(setTo)}
          error={isSame ? 'Choose another environment.' : undefined}
        />
      </Group>
      <Text size="sm" c="dimmed">
        Values that you may read are written to the other environment; nothing is deleted there.
      </Text>
      <FailureMessage error={prepare.error} />
      {prepare.isSuccess && !prepare.data && <EmptyState title={`There are no secrets to promote in ${from}`} />}
      {prepare.data ? (
        <PlanStep
          key={`${from} ${to}`}
          target={{ project, environment: to, path }}
          planned={prepare.data}
          action="Promote"
          done="Promoted"
          onBack={() => prepare.reset()}
          onDone={onClose}
        />
      ) : (
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={isSame || from === '' || to === ''}
            loading={prepare.isPending}
            onClick={() => prepare.mutate()}
          >
            Show what would change
          </Button>
        </Group>
      )}
    </Stack>
  );
};

/** Writes the values of one environment to another, after showing what that would change. */
export const Promote = (props: Props) => (
  <Modal
    opened
    size="lg"
    closeOnClickOutside={false}
    onClose={props.onClose}
    title={props.path === '/' ? 'Promote secrets' : `Promote the secrets of ${props.path}`}
  >
    <Promotion {...props} />
  </Modal>
);
