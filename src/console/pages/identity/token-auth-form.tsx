import { Modal, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { components } from '../../../../generated/api.d.ts';
import { api } from '../../api/client.ts';
import { useUnsaved } from '../../components/unsaved.ts';
import {
  newTokenValues,
  storedTokenValues,
  tokenBodyOf,
  tokenErrors,
  TokenFields,
} from '../../identity-auth/token-fields.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { pathOf, type Identity } from './identity.ts';

type TokenAuth = components['schemas']['TokenAuth'];

interface Props {
  readonly identity: Identity;
  /** Undefined to attach it. */
  readonly stored?: TokenAuth | undefined;
  readonly onClose: () => void;
}

const path = '/api/v1/auth/token-auth/identities/{identityId}';

const TokenAuthForm = ({ identity, stored, onClose }: Props) => {
  const options = { meta: { showsError: true }, onSuccess: onClose };
  const attach = api.useMutation('post', path, options);
  const update = api.useMutation('patch', path, options);
  const form = useForm({ initialValues: stored ? storedTokenValues(stored) : newTokenValues, validate: tokenErrors });
  useUnsaved(form.isDirty());
  const params = pathOf(identity);
  const submit = form.onSubmit((values) => {
    const body = tokenBodyOf(values);
    if (stored) update.mutate({ params, body });
    else attach.mutate({ params, body: { ...body, accessTokenPeriod: 0 } });
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <TokenFields input={(name) => form.getInputProps(name)} />
        <FormActions
          action={stored ? 'Save' : 'Add'}
          isPending={attach.isPending || update.isPending}
          error={attach.error ?? update.error}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
};

export const TokenAuthModal = (props: Props) => (
  <Modal opened onClose={props.onClose} title="Tokens that are created by hand" size="lg">
    <TokenAuthForm {...props} />
  </Modal>
);
