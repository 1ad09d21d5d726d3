import { Modal, Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useCan } from '../access/use-can.ts';
import { useProjects } from '../api/projects.ts';
import { CreateButton } from '../components/create-button.tsx';
import { DialogForm } from '../components/dialog-form.tsx';
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
  const form = useForm({
    initialValues: { projectId: '', role: 'viewer' },
    validate: { projectId: (id) => (id === '' ? 'Choose a project.' : null) },
  });
  const { projectId, role } = form.values;
  return (
    <DialogForm form={form} action="Add" onSave={(values) => onAdd(values.projectId, values.role)} onClose={onClose}>
      <Select
        label="Project"
        searchable
        data-autofocus
        nothingFoundMessage="No other project"
        data={(data?.projects ?? [])
          .filter(({ id }) => !excluded.includes(id))
          .map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps('projectId')}
      />
      {projectId !== '' && (
        <RoleField
          key={projectId}
          projectId={projectId}
          subject={subject}
          role={role}
          onChange={(value) => form.setFieldValue('role', value)}
        />
      )}
    </DialogForm>
  );
};

/** A button that asks for a project and a role in it. */
export const AddToProject = (props: Props) => {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <CreateButton label="Add to a project" onClick={open} />
      <Modal opened={isOpen} onClose={close} title="Add to a project">
        <AddForm {...props} onClose={close} />
      </Modal>
    </>
  );
};
