import { useForm } from '@mantine/form';
import type { components } from '../../../../generated/api.d.ts';
import { client } from '../../api/client.ts';
import {
  newTokenValues,
  storedTokenValues,
  tokenBodyOf,
  tokenErrors,
  TokenFields,
  type TokenValues,
} from '../../identity-auth/token-fields.tsx';
import { pathOf } from './identity.ts';
import { MethodModal, type MethodFormProps } from './method-modal.tsx';

type TokenAuth = components['schemas']['TokenAuth'];

const path = '/api/v1/auth/token-auth/identities/{identityId}';

export const TokenAuthModal = ({ identity, stored, onClose }: MethodFormProps<TokenAuth>) => {
  const form = useForm<TokenValues>({
    initialValues: stored ? storedTokenValues(stored) : newTokenValues,
    validate: tokenErrors,
  });
  const save = async (values: TokenValues) => {
    const params = pathOf(identity);
    const body = tokenBodyOf(values);
    return stored
      ? await client.PATCH(path, { params, body })
      : await client.POST(path, { params, body: { ...body, accessTokenPeriod: 0 } });
  };
  return (
    <MethodModal title="Tokens that are created by hand" form={form} isNew={!stored} onSave={save} onClose={onClose}>
      <TokenFields input={(name) => form.getInputProps(name)} />
    </MethodModal>
  );
};
