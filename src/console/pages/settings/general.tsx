import { SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useLocation } from 'wouter';
import { useCan } from '../../access/use-can.ts';
import { client } from '../../api/client.ts';
import { SettingsForm } from '../../components/settings-form.tsx';
import { Section } from '../../components/section.tsx';
import { useProject } from '../../layout/project.tsx';
import { slugError } from '../projects/slug.ts';

/** Name, slug, description and delete protection of the project. */
export const General = () => {
  const project = useProject();
  const mayEdit = useCan(project).can('edit', 'settings');
  const [, navigate] = useLocation();
  const { name, slug, hasDeleteProtection } = project;
  const form = useForm({
    initialValues: { name, slug, description: project.description ?? '', hasDeleteProtection },
    validate: { name: (value) => (value.trim() === '' ? 'Enter a name.' : null), slug: slugError },
  });

  const save = async (body: typeof form.values, forgetChanges: () => void): Promise<void> => {
    const path = { projectId: project.id };
    const changed = await client.PATCH('/api/v1/projects/{projectId}', { params: { path }, body });
    if (changed.project.slug === slug) return;
    // Before everything is loaded again, because nothing is at the old address any more.
    forgetChanges();
    navigate(`/p/${changed.project.slug}/settings`, { replace: true });
  };

  return (
    <Section title="General">
      <SettingsForm
        form={form}
        onSave={save}
        saved="The project is saved."
        mayEdit={mayEdit}
        reason="You are not allowed to edit the settings of this project."
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label="Name" maxLength={64} readOnly={!mayEdit} {...form.getInputProps('name')} />
          <TextInput
            label="Slug"
            maxLength={64}
            spellCheck={false}
            readOnly={!mayEdit}
            description="Programs, addresses and references of other projects (${@slug.…}) that name the project by its slug need the new one."
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            {...form.getInputProps('slug')}
          />
        </SimpleGrid>
        <Textarea
          label="Description"
          autosize
          minRows={2}
          maxLength={1024}
          readOnly={!mayEdit}
          {...form.getInputProps('description')}
        />
        <Switch
          label="Delete protection"
          description="While it is on, nobody can delete the project."
          disabled={!mayEdit}
          {...form.getInputProps('hasDeleteProtection', { type: 'checkbox' })}
        />
      </SettingsForm>
    </Section>
  );
};
