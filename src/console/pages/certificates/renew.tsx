import { Modal, Radio, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useCan } from '../../access/use-can.ts';
import { client } from '../../api/client.ts';
import { useProject } from '../../layout/project.tsx';
import { useRevealed } from '../../secrets/use-revealed.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { nameOf } from './certificate-table.tsx';
import { Issued, type IssuedFiles } from './issued.tsx';
import { mayUse, type Certificate } from './model.ts';

interface Props {
  readonly certificate: Certificate;
  readonly onClose: () => void;
}

type KeySource = 'new' | 'reuse';

const RenewForm = ({ certificate, onClose }: Props) => {
  const { id, hasPrivateKey } = certificate;
  const ability = useCan(useProject());
  const mayReuse = !hasPrivateKey || mayUse(ability, 'read-private-key', certificate);
  const held = useRevealed();
  // Whoever has the key of a certificate elsewhere expects to use it again.
  const form = useForm<{ key: KeySource }>({ initialValues: { key: hasPrivateKey ? 'new' : 'reuse' } });
  const [issued, setIssued] = useState<IssuedFiles>();
  const save = async ({ key: renewalKeySource }: typeof form.values): Promise<void> => {
    const { privateKey, certificateChain, ...renewed } = await client.POST(
      '/api/v1/cert-manager/certificates/{id}/renew',
      {
        params: { path: { id } },
        body: { renewalKeySource, removeRootsFromChain: false },
      },
    );
    if (privateKey !== undefined) held.reveal([['key', privateKey]]);
    setIssued({ ...renewed, chain: certificateChain, name: nameOf(certificate), hasKey: privateKey !== undefined });
  };
  if (issued) return <Issued issued={issued} privateKey={held.values.get('key')} onClose={onClose} />;
  return (
    <DialogForm form={form} action="Renew certificate" onSave={save} onClose={onClose} onSaved={() => undefined}>
      <Radio.Group
        label="Key of the new certificate"
        description="Names, usages and duration stay the same. The old certificate stays valid until it ends or is revoked."
        {...form.getInputProps('key')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="new" label="A new key" />
          <Radio
            value="reuse"
            label="The same key"
            disabled={!mayReuse}
            description={
              mayReuse
                ? 'Only if the programs that use it cannot change their key.'
                : 'You are not allowed to read the private key of this certificate.'
            }
          />
        </Stack>
      </Radio.Group>
    </DialogForm>
  );
};

/** Issues a certificate in place of another one, and shows it once. */
export const RenewModal = (props: Props) => (
  <Modal opened onClose={props.onClose} closeOnClickOutside={false} title={`Renew ${nameOf(props.certificate)}`}>
    <RenewForm {...props} />
  </Modal>
);
