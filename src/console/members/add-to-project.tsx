import { Modal, Select, Stack } from '@mantine/core';
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
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onAdd: (projectId: string, role: string) => void;
  readonly onClose: () => void;
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

const AddForm = ({ excluded, subject, isPending, error, onAdd, onClose }: Props) => {
  const { data } = useProjects();
  const [projectId, setProjectId] = useState<string | null>(null);
  const [role, setRole] = useState('viewer');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (projectId !== null) onAdd(projectId, role);
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
        <FormActions action="Add" isPending={isPending} error={error} onCancel={onClose} />
      </Stack>
    </form>
  );
};

/** Asks for a project and a role in it. */
export const AddToProject = ({ isOpen, ...props }: Props & { isOpen: boolean }) => (
  <Modal opened={isOpen} onClose={props.onClose} title="Add to a project">
    <AddForm {...props} />
  </Modal>
);
