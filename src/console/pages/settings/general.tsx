import { SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { useCan } from '../../access/use-can.ts';
import { client } from '../../api/client.ts';
import { dataOf } from '../../api/errors.ts';
import { SaveAction } from '../../components/save-action.tsx';
import { Section } from '../../components/section.tsx';
import { useUnsaved } from '../../components/unsaved.ts';
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
  const forgetChanges = useUnsaved(form.isDirty());

  const save = useMutation({
    meta: { showsError: true },
    mutationFn: async (body: typeof form.values) => {
      const path = { projectId: project.id };
      const changed = dataOf(await client.PATCH('/api/v1/projects/{projectId}', { params: { path }, body }));
      form.resetDirty();
      notifications.show({ message: 'The project is saved.' });
      if (changed.project.slug === slug) return;
      // Before everything is loaded again, because nothing is at the old address any more.
      forgetChanges();
      navigate(`/p/${changed.project.slug}/settings`, { replace: true });
    },
  });

  return (
    <Section title="General">
      <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack>
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
          <SaveAction
            mayEdit={mayEdit}
            reason="You are not allowed to edit the settings of this project."
            isDirty={form.isDirty()}
            isPending={save.isPending}
            error={save.error}
          />
        </Stack>
      </form>
    </Section>
  );
};
