import { Modal, MultiSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { notifyUndoable } from '../../../components/undo.tsx';
import { TagsField } from '../../../secret-details/tags-field.tsx';
import { useProtection } from '../../../secrets/protection.tsx';
import { countOf, type SelectionProps } from './count.ts';
import { changeTags } from './transfers.ts';

const TagsForm = ({ folder, secrets, onClose, onDone }: SelectionProps) => {
  const form = useForm({ initialValues: { add: [] as string[], remove: [] as string[] } });
  const present = new Map(secrets.flatMap(({ tags }) => tags.map(({ id, slug }) => [id, slug] as const)));
  const save = async (change: typeof form.values): Promise<void> => {
    const undo = await changeTags(folder, secrets, change);
    notifyUndoable(`The tags of ${countOf(secrets)} were changed.`, undo);
    onDone();
  };
  const { add, remove } = form.values;
  const protection = useProtection([folder.environment]);
  return (
    <DialogForm
      form={form}
      action="Save"
      isDisabled={add.length + remove.length === 0 || !protection.isConfirmed}
      onSave={save}
      onClose={onClose}
    >
      <TagsField
        label="Add tags"
        projectId={folder.projectId}
        tagIds={add}
        isReadOnly={false}
        onChange={(ids) => form.setFieldValue('add', [...ids])}
      />
      {present.size > 0 && (
        <MultiSelect
          label="Remove tags"
          data={[...present].map(([value, label]) => ({ value, label }))}
          {...form.getInputProps('remove')}
        />
      )}
      {protection.fields}
    </DialogForm>
  );
};

/** Adds and removes tags of the selected secrets. */
export const TagsDialog = (props: SelectionProps) => (
  <Modal opened closeOnClickOutside={false} onClose={props.onClose} title={`Tags of ${countOf(props.secrets)}`}>
    <TagsForm {...props} />
  </Modal>
);
