import { useForm } from '@mantine/form';
import type { components } from '../../../../generated/api.d.ts';
import { client } from '../../api/client.ts';
import { OidcFields, PresetField } from '../../identity-auth/oidc-fields.tsx';
import { bindingOf, newOidcValues, oidcErrors, storedOidcValues, type OidcValues } from '../../identity-auth/oidc.ts';
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

type OidcAuth = components['schemas']['OidcAuth'];

const path = '/api/v1/auth/oidc-auth/identities/{identityId}';
const hour = 3_600;

export const OidcAuthModal = ({ identity, stored, onClose }: MethodFormProps<OidcAuth>) => {
  const form = useForm<OidcValues & TokenValues>({
    initialValues: stored
      ? { ...storedOidcValues(stored), ...storedTokenValues(stored) }
      : {
          ...newOidcValues('github', location.origin),
          ...newTokenValues,
          accessTokenTTL: hour,
          accessTokenMaxTTL: hour,
        },
    validate: (values) => ({ ...oidcErrors(values), ...tokenErrors(values) }),
  });
  const save = async (values: OidcValues & TokenValues) => {
    const { addresses, accessTokenTTL, accessTokenMaxTTL, accessTokenNumUsesLimit } = values;
    const body = {
      ...bindingOf(values),
      ...tokenBodyOf({ addresses, accessTokenTTL, accessTokenMaxTTL, accessTokenNumUsesLimit }),
    };
    const request = { params: pathOf(identity), body };
    return stored ? await client.PATCH(path, request) : await client.POST(path, request);
  };
  return (
    <MethodModal title="OpenID Connect" form={form} isNew={!stored} onSave={save} onClose={onClose}>
      {!stored && (
        <PresetField
          value={form.values.preset}
          onChange={(preset) => form.setValues(newOidcValues(preset, location.origin))}
        />
      )}
      <OidcFields values={form.values} input={(name) => form.getInputProps(name)} />
      <TokenFields input={(name) => form.getInputProps(name)} />
    </MethodModal>
  );
};
