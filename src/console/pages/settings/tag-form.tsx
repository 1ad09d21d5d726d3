import { ColorInput, Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { components } from '../../../../generated/api.d.ts';
import { client } from '../../api/client.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { useProject } from '../../layout/project.tsx';
import { wordsError } from '../projects/slug.ts';

export type Tag = components['schemas']['Tag'];

const colors = ['#2f6f5e', '#2680d9', '#7b4fd6', '#c2388f', '#d92626', '#d97a26', '#b59a1d', '#6b7280'];

interface Props {
  /** The tag to change; a new one without it. */
  readonly tag?: Tag | undefined;
  readonly onClose: () => void;
}

const TagForm = ({ tag, onClose }: Props) => {
  const { id: projectId } = useProject();
  const form = useForm({
    initialValues: { slug: tag?.slug ?? '', color: tag?.color ?? colors[0]! },
    validate: { slug: wordsError },
  });
  const save = async (body: typeof form.values) =>
    tag
      ? await client.PATCH('/api/v1/projects/{projectId}/tags/{tagId}', {
          params: { path: { projectId, tagId: tag.id } },
          body,
        })
      : await client.POST('/api/v1/projects/{projectId}/tags', { params: { path: { projectId } }, body });
  return (
    <DialogForm form={form} action={tag ? 'Save' : 'Create tag'} onSave={save} onClose={onClose}>
      <TextInput
        label="Name"
        description="Lower-case letters, digits and hyphens."
        maxLength={64}
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('slug')}
      />
      <ColorInput
        label="Colour"
        size="sm"
        swatches={colors}
        swatchesPerRow={8}
        maxLength={64}
        withPicker={false}
        withEyeDropper={false}
        {...form.getInputProps('color')}
      />
    </DialogForm>
  );
};

/** Creates or changes a tag. */
export const TagModal = ({ isOpen, ...props }: Props & { isOpen: boolean }) => (
  <Modal opened={isOpen} onClose={props.onClose} title={props.tag ? `Edit ${props.tag.slug}` : 'Create tag'}>
    <TagForm {...props} />
  </Modal>
);
