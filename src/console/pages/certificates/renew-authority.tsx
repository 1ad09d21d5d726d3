import { Modal, Text } from '@mantine/core';
import { NumberField } from '../../components/number-field.tsx';
import { useForm } from '@mantine/form';
import { client } from '../../api/client.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { Time } from '../../components/time.tsx';
import { yearsError, yearsFromNow, type Authority } from './model.ts';

interface Props {
  readonly authority: Authority;
  readonly parent: Authority | undefined;
  readonly onClose: () => void;
}

const RenewForm = ({ authority, parent, onClose }: Props) => {
  const form = useForm<{ years: number | string }>({ initialValues: { years: 10 }, validate: { years: yearsError } });
  const isFirst = authority.configuration.activeCaCertId === null;
  const save = ({ years }: typeof form.values) => {
    const params = { path: { caId: authority.id } };
    const notAfter = yearsFromNow(Number(years));
    return isFirst
      ? client.POST('/api/v1/cert-manager/ca/internal/{caId}/certificate', { params, body: { notAfter } })
      : client.POST('/api/v1/cert-manager/ca/internal/{caId}/renew', { params, body: { type: 'existing', notAfter } });
  };
  const parentEnd = parent?.configuration.notAfter ?? null;
  return (
    <DialogForm form={form} action={isFirst ? 'Sign authority' : 'Renew authority'} onSave={save} onClose={onClose}>
      {!isFirst && (
        <Text size="sm">
          It gets a new certificate with the same key and name. The present one stays valid until it ends, and so do the
          certificates that the authority has signed.
          {!parent && ' Whoever trusts this root has to be given the new certificate.'}
        </Text>
      )}
      <NumberField
        label="Years of validity"
        description={
          parentEnd === null ? (
            'From now on.'
          ) : (
            <>
              From now on. The certificate of {parent!.name} ends <Time value={parentEnd} />, so this one cannot be
              longer.
            </>
          )
        }
        size="sm"
        min={1}
        max={100}
        data-autofocus
        {...form.getInputProps('years')}
      />
    </DialogForm>
  );
};

/** Gives an authority a new certificate, which it or its parent signs. */
export const RenewAuthority = (props: Props) => (
  <Modal opened onClose={props.onClose} title={`Certificate of ${props.authority.name}`}>
    <RenewForm {...props} />
  </Modal>
);
