import { Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { client } from '../../api/client.ts';
import { notifyUndoable } from '../../components/undo.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';
import { useProject, type Project } from '../../layout/project.tsx';
import { slugOf, wordsError } from '../projects/slug.ts';

export type Environment = Project['environments'][number];

interface Props {
  /** The environment to change; a new one without it. */
  readonly environment?: Environment | undefined;
  readonly onClose: () => void;
}

const EnvironmentForm = ({ environment, onClose }: Props) => {
  const { id: projectId } = useProject();
  const form = useForm({
    initialValues: { name: environment?.name ?? '', slug: environment?.slug ?? '' },
    validate: { name: (name) => (name.trim() === '' ? 'Enter a name.' : null), slug: wordsError },
  });
  const change = ({ id }: Environment, body: typeof form.values) =>
    client.PATCH('/api/v1/projects/{projectId}/environments/{id}', { params: { path: { projectId, id } }, body });
  const save = async (body: typeof form.values): Promise<void> => {
    if (environment) {
      await change(environment, body);
      const { name, slug } = environment;
      notifyUndoable(`The environment ${name} was changed.`, () => change(environment, { name, slug }));
    } else await client.POST('/api/v1/projects/{projectId}/environments', { params: { path: { projectId } }, body });
  };
  return (
    <DialogForm form={form} action={environment ? 'Save' : 'Create environment'} onSave={save} onClose={onClose}>
      <TextInput
        label="Name"
        maxLength={255}
        data-autofocus
        {...form.getInputProps('name')}
        onChange={({ currentTarget: { value } }) => {
          form.setFieldValue('name', value);
          if (!environment && !form.isTouched('slug')) form.setValues({ slug: slugOf(value) });
        }}
      />
      <TextInput
        label="Slug"
        description={
          environment
            ? 'Programs that name the environment by its slug need the new one.'
            : 'How programs and addresses name the environment.'
        }
        maxLength={64}
        spellCheck={false}
        {...form.getInputProps('slug')}
      />
    </DialogForm>
  );
};

/** Creates or changes an environment. */
export const EnvironmentModal = ({ isOpen, ...props }: Props & { isOpen: boolean }) => (
  <Modal
    opened={isOpen}
    onClose={props.onClose}
    title={props.environment ? `Edit ${props.environment.name}` : 'Create environment'}
  >
    <EnvironmentForm {...props} />
  </Modal>
);
