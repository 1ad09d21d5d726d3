import { Modal, NumberInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api } from '../../api/client.ts';
import { FormActions } from '../../components/form-actions.tsx';
import { Time } from '../../components/time.tsx';
import { yearsError, yearsFromNow, type Authority } from './model.ts';

interface Props {
  readonly authority: Authority;
  readonly parent: Authority | undefined;
  readonly onClose: () => void;
}

const RenewForm = ({ authority, parent, onClose }: Props) => {
  const options = { meta: { showsError: true }, onSuccess: onClose };
  const renew = api.useMutation('post', '/api/v1/cert-manager/ca/internal/{caId}/renew', options);
  const sign = api.useMutation('post', '/api/v1/cert-manager/ca/internal/{caId}/certificate', options);
  const form = useForm<{ years: number | string }>({ initialValues: { years: 10 }, validate: { years: yearsError } });
  const isFirst = authority.configuration.activeCaCertId === null;
  const submit = form.onSubmit(({ years }) => {
    const params = { path: { caId: authority.id } };
    const notAfter = yearsFromNow(Number(years));
    if (isFirst) sign.mutate({ params, body: { notAfter } });
    else renew.mutate({ params, body: { type: 'existing', notAfter } });
  });
  const parentEnd = parent?.configuration.notAfter ?? null;
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {!isFirst && (
          <Text size="sm">
            It gets a new certificate with the same key and name. The present one stays valid until it ends, and so do
            the certificates that the authority has signed.
            {!parent && ' Whoever trusts this root has to be given the new certificate.'}
          </Text>
        )}
        <NumberInput
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
          allowDecimal={false}
          data-autofocus
          {...form.getInputProps('years')}
        />
        <FormActions
          action={isFirst ? 'Sign authority' : 'Renew authority'}
          isPending={renew.isPending || sign.isPending}
          error={renew.error ?? sign.error}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
};

/** Gives an authority a new certificate, which it or its parent signs. */
export const RenewAuthority = (props: Props) => (
  <Modal opened onClose={props.onClose} title={`Certificate of ${props.authority.name}`}>
    <RenewForm {...props} />
  </Modal>
);
