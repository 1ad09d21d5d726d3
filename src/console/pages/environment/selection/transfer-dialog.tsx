import { Checkbox, Modal, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { notifyUndoable } from '../../../components/undo.tsx';
import type { Project } from '../../../layout/project.tsx';
import { FolderFields, type ChosenFolder } from '../../../secrets/folder-fields.tsx';
import { isProduction } from '../../../secrets/production.ts';
import { useProtection } from '../../../secrets/protection.tsx';
import { countOf, type SelectionProps } from './count.ts';
import { transfer, type TransferKind } from './transfers.ts';

interface Props extends SelectionProps {
  readonly kind: TransferKind;
  readonly project: Project;
}

const words = { copy: { verb: 'Copy', done: 'copied' }, move: { verb: 'Move', done: 'moved' } } as const;

const TransferForm = ({ kind, project, folder, secrets, onClose, onDone }: Props) => {
  const others = project.environments.filter(({ slug }) => slug !== folder.environment);
  const first = others.find((each) => !isProduction(each) && !each.isProtected) ?? others[0];
  const form = useForm<ChosenFolder & { shouldOverwrite: boolean }>({
    initialValues: {
      environment: kind === 'copy' && first ? first.slug : folder.environment,
      path: folder.path,
      shouldOverwrite: false,
    },
  });
  const { environment, path } = form.values;
  const protection = useProtection(kind === 'move' ? [folder.environment, environment] : [environment]);
  const isSame = environment === folder.environment && path === folder.path;
  const { verb, done } = words[kind];
  const save = async ({ shouldOverwrite, ...to }: typeof form.values): Promise<void> => {
    const undo = await transfer(kind, folder, to, secrets, shouldOverwrite);
    const message = `${countOf(secrets)} ${done} to ${to.environment} ${to.path}.`;
    if (undo) notifyUndoable(message, undo);
    else notifications.show({ message });
    onDone();
  };
  return (
    <DialogForm
      form={form}
      action={verb}
      isDisabled={isSame || !protection.isConfirmed}
      onSave={save}
      onClose={onClose}
    >
      <FolderFields
        project={project}
        value={{ environment, path }}
        onChange={(to) => form.setValues(to)}
        error={isSame ? 'They are in this folder already.' : undefined}
      />
      <Checkbox label="Replace secrets of the same names" {...form.getInputProps('shouldOverwrite')} />
      <Text size="sm" c="dimmed">
        {kind === 'copy'
          ? 'Values, comments, tags and metadata are copied. '
          : 'They keep their history; programs that read them here do not find them any more. '}
        Without replacing, a name that is taken there stops everything.
      </Text>
      {protection.fields}
    </DialogForm>
  );
};

/** Copies or moves the selected secrets into another folder. */
export const TransferDialog = (props: Props) => (
  <Modal
    opened
    closeOnClickOutside={false}
    onClose={props.onClose}
    title={`${words[props.kind].verb} ${countOf(props.secrets)}`}
  >
    <TransferForm {...props} />
  </Modal>
);
