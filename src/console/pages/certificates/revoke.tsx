import { Modal, Select, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { client } from '../../api/client.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { nameOf } from './certificate-table.tsx';
import type { Certificate } from './model.ts';

interface Props {
  readonly certificate: Certificate;
  readonly onClose: () => void;
}

/** The reasons of RFC 5280 with their codes. */
const reasons = [
  { value: 'UNSPECIFIED', label: 'No particular reason', code: 0 },
  { value: 'KEY_COMPROMISE', label: 'Its key was disclosed', code: 1 },
  { value: 'SUPERSEDED', label: 'Another certificate replaces it', code: 4 },
  { value: 'CESSATION_OF_OPERATION', label: 'It is not used any more', code: 5 },
  { value: 'AFFILIATION_CHANGED', label: 'Its names or owner changed', code: 3 },
  { value: 'PRIVILEGE_WITHDRAWN', label: 'Its owner may not use it any more', code: 9 },
  { value: 'CERTIFICATE_HOLD', label: 'On hold', code: 6 },
  { value: 'CA_COMPROMISE', label: 'The key of the authority was disclosed', code: 2 },
  { value: 'A_A_COMPROMISE', label: 'The key of an attribute authority was disclosed', code: 10 },
] as const;

type Reason = (typeof reasons)[number]['value'];

export const reasonLabel = (code: number | null): string =>
  (reasons.find((reason) => reason.code === code) ?? reasons[0]).label.toLowerCase();

const RevokeForm = ({ certificate, onClose }: Props) => {
  const form = useForm<{ revocationReason: Reason }>({ initialValues: { revocationReason: 'UNSPECIFIED' } });
  return (
    <DialogForm
      form={form}
      action="Revoke certificate"
      onSave={(body) =>
        client.POST('/api/v1/cert-manager/certificates/{id}/revoke', { params: { path: { id: certificate.id } }, body })
      }
      onClose={onClose}
    >
      <Text size="sm">
        {nameOf(certificate)} is on the revocation list at once, and OCSP says so. It cannot be undone, and whoever uses
        the certificate is refused from then on.
      </Text>
      <Select
        label="Reason"
        description="Everybody who checks the certificate can read it."
        allowDeselect={false}
        data={reasons.map(({ value, label }) => ({ value, label }))}
        {...form.getInputProps('revocationReason')}
      />
    </DialogForm>
  );
};

/** Revokes a certificate with a reason. */
export const RevokeModal = (props: Props) => (
  <Modal opened onClose={props.onClose} title="Revoke the certificate?">
    <RevokeForm {...props} />
  </Modal>
);
