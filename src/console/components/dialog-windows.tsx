import { Modal } from '@mantine/core';
import { closeDialog, useDialogs, type Dialog } from './dialogs.ts';
import { useReturnFocus } from './return-focus.ts';

const DialogWindow = ({ id, title, children }: Dialog) => {
  useReturnFocus();
  return (
    <Modal opened onClose={() => closeDialog(id)} title={title}>
      {children}
    </Modal>
  );
};

/** The dialogs that `openDialog` opens. */
export const DialogWindows = () => useDialogs().map((dialog) => <DialogWindow key={dialog.id} {...dialog} />);
