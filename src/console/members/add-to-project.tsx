import { Button, Modal, Select, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan } from '../access/use-can.ts';
import { useProjects } from '../api/projects.ts';
import { FormActions } from '../components/form-actions.tsx';
import { ProjectRoleSelect } from './role-select.tsx';

interface Props {
  /** The projects that the member is in already. */
  readonly excluded: readonly string[];
  /** What is created in the project: `identity`, `groups` or `member`. */
  readonly subject: string;
  readonly onAdd: (projectId: string, role: string) => Promise<unknown>;
}

interface RoleProps {
  readonly projectId: string;
  readonly subject: string;
  readonly role: string;
  readonly onChange: (role: string) => void;
}

const RoleField = ({ projectId, subject, role, onChange }: RoleProps) => {
  const mayAdd = useCan({ id: projectId }).may('create', subject);
  return (
    <ProjectRoleSelect
      projectId={projectId}
      value={role}
      error={mayAdd ? undefined : 'You are not allowed to add it to this project.'}
      onChange={(value) => value !== null && onChange(value)}
    />
  );
};

const AddForm = ({ excluded, subject, onAdd, onClose }: Props & { onClose: () => void }) => {
  const { data } = useProjects();
  const [projectId, setProjectId] = useState<string | null>(null);
  const [role, setRole] = useState('viewer');
  const add = useMutation({
    mutationFn: (id: string) => onAdd(id, role),
    meta: { showsError: true },
    onSuccess: onClose,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (projectId !== null) add.mutate(projectId);
      }}
    >
      <Stack>
        <Select
          label="Project"
          searchable
          required
          withAsterisk={false}
          data-autofocus
          nothingFoundMessage="No other project"
          data={(data?.projects ?? [])
            .filter(({ id }) => !excluded.includes(id))
            .map(({ id, name }) => ({ value: id, label: name }))}
          value={projectId}
          onChange={setProjectId}
        />
        {projectId !== null && (
          <RoleField key={projectId} projectId={projectId} subject={subject} role={role} onChange={setRole} />
        )}
        <FormActions action="Add" isPending={add.isPending} error={add.error} onCancel={onClose} />
      </Stack>
    </form>
  );
};

/** A button that asks for a project and a role in it. */
export const AddToProject = (props: Props) => {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={open}>
        Add to a project
      </Button>
      <Modal opened={isOpen} onClose={close} title="Add to a project">
        <AddForm {...props} onClose={close} />
      </Modal>
    </>
  );
};
