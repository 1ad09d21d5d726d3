import { Checkbox, Group, Modal, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { client } from '../../api/client.ts';
import { notifyUndoable } from '../../components/undo.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';
import { useProject, type Project } from '../../layout/project.tsx';
import { ColorDot, colorOf, environmentColors, type EnvironmentColor } from '../../secrets/environment-sign.tsx';
import { slugOf, wordsError } from '../projects/slug.ts';

export type Environment = Project['environments'][number];

interface Props {
  /** The environment to change; a new one without it. */
  readonly environment?: Environment | undefined;
  readonly onClose: () => void;
}

interface Values {
  readonly name: string;
  readonly slug: string;
  /** Empty if the console chooses. */
  readonly color: EnvironmentColor | '';
  readonly isProtected: boolean;
}

const valuesOf = (environment: Environment | undefined): Values => ({
  name: environment?.name ?? '',
  slug: environment?.slug ?? '',
  color: environment?.color ?? '',
  isProtected: environment?.isProtected ?? false,
});

const bodyOf = ({ color, ...values }: Values) => ({ ...values, color: color === '' ? null : color });

const colorOptions = [
  { value: '', label: 'Automatic' },
  ...environmentColors.map((color) => ({ value: color, label: color[0]!.toUpperCase() + color.slice(1) })),
];

const EnvironmentForm = ({ environment, onClose }: Props) => {
  const { id: projectId } = useProject();
  const form = useForm<Values>({
    initialValues: valuesOf(environment),
    validate: { name: (name) => (name.trim() === '' ? 'Enter a name.' : null), slug: wordsError },
  });
  const change = ({ id }: Environment, values: Values) =>
    client.PATCH('/api/v1/projects/{projectId}/environments/{id}', {
      params: { path: { projectId, id } },
      body: bodyOf(values),
    });
  const save = async (values: Values): Promise<void> => {
    if (environment) {
      await change(environment, values);
      notifyUndoable(`The environment ${environment.name} was changed.`, () =>
        change(environment, valuesOf(environment)),
      );
    } else
      await client.POST('/api/v1/projects/{projectId}/environments', {
        params: { path: { projectId } },
        body: bodyOf(values),
      });
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
      <Select
        label="Colour"
        allowDeselect={false}
        data={colorOptions}
        leftSection={<ColorDot color={colorOf({ ...form.values, color: form.values.color || null })} />}
        renderOption={({ option: { value, label } }) => (
          <Group gap="xs">
            <ColorDot color={colorOf({ ...form.values, color: (value as Values['color']) || null })} />
            {label}
          </Group>
        )}
        {...form.getInputProps('color')}
      />
      <Checkbox
        label="Protected"
        description="The console asks for the name of the environment before a change of its secrets, folders and imports, and the command line for a confirmation. It is no permission: programs are not asked."
        {...form.getInputProps('isProtected', { type: 'checkbox' })}
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
