import { Modal, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useLocation } from 'wouter';
import { client } from '../../api/client.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { newProjectDefaults } from './defaults.ts';
import { projectSlugOf, slugError } from './slug.ts';

/** A form for a new project; the slug follows the name until somebody edits it. */
const CreateProjectForm = ({ onClose }: { onClose: () => void }) => {
  const [, navigate] = useLocation();
  const form = useForm({
    initialValues: { name: '', slug: '', description: '' },
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter a name.' : null),
      slug: (slug, { name }) => (slug === projectSlugOf(name) ? null : slugError(slug)),
    },
  });

  const save = async ({ name, slug, description }: typeof form.values, forgetChanges: () => void) => {
    const { project } = await client.POST('/api/v1/projects', {
      body: {
        ...newProjectDefaults,
        projectName: name,
        // Otherwise the server adds a number if it is taken.
        ...(form.isTouched('slug') && { slug }),
        ...(description && { projectDescription: description }),
      },
    });
    forgetChanges();
    navigate(`/p/${project.slug}`);
  };

  return (
    <DialogForm form={form} action="Create project" onSave={save} onClose={onClose} onSaved={() => undefined}>
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
    </DialogForm>
  );
};

export const CreateProject = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <Modal opened={isOpen} onClose={onClose} title="Create project" closeOnClickOutside={false}>
    <CreateProjectForm onClose={onClose} />
  </Modal>
);
