import { Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useLocation } from 'wouter';
import { api } from '../../api/client.ts';
import { FormActions } from '../../components/form-actions.tsx';
import { useUnsaved } from '../../components/unsaved.ts';
import { newProjectDefaults } from './defaults.ts';
import { projectSlugOf, slugError } from './slug.ts';

/** A form for a new project; the slug follows the name until somebody edits it. */
const CreateProjectForm = ({ onClose }: { onClose: () => void }) => {
  const [, navigate] = useLocation();
  const create = api.useMutation('post', '/api/v1/projects', { meta: { showsError: true } });
  const form = useForm({
    initialValues: { name: '', slug: '', description: '' },
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter a name.' : null),
      slug: (slug, { name }) => (slug === projectSlugOf(name) ? null : slugError(slug)),
    },
  });
  const forgetChanges = useUnsaved(form.isDirty());

  const submit = form.onSubmit(({ name, slug, description }) => {
    create.mutate(
      {
        body: {
          ...newProjectDefaults,
          projectName: name,
          // Otherwise the server adds a number if it is taken.
          ...(form.isTouched('slug') && { slug }),
          ...(description && { projectDescription: description }),
        },
      },
      {
        onSuccess: ({ project }) => {
          forgetChanges();
          navigate(`/p/${project.slug}`);
        },
      },
    );
  });

  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Name"
          data-autofocus
          maxLength={64}
          {...form.getInputProps('name')}
          onChange={({ currentTarget: { value } }) => {
            form.setFieldValue('name', value);
            if (!form.isTouched('slug')) form.setValues({ slug: projectSlugOf(value) });
          }}
        />
        <TextInput
          label="Slug"
          description="How programs and addresses name the project; it cannot be used twice."
          maxLength={64}
          spellCheck={false}
          {...form.getInputProps('slug')}
        />
        <Textarea label="Description" autosize minRows={2} maxLength={1024} {...form.getInputProps('description')} />
        <FormActions action="Create project" isPending={create.isPending} error={create.error} onCancel={onClose} />
      </Stack>
    </form>
  );
};

export const CreateProject = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <Modal opened={isOpen} onClose={onClose} title="Create project" closeOnClickOutside={false}>
    <CreateProjectForm onClose={onClose} />
  </Modal>
);
