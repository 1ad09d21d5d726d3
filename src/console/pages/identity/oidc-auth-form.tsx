import { Modal, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { components } from '../../../../generated/api.d.ts';
import { api } from '../../api/client.ts';
import { useUnsaved } from '../../components/unsaved.ts';
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
import { FormActions } from '../../components/form-actions.tsx';
import { pathOf, type Identity } from './identity.ts';

type OidcAuth = components['schemas']['OidcAuth'];

interface Props {
  readonly identity: Identity;
  /** Undefined to attach it. */
  readonly stored?: OidcAuth | undefined;
  readonly onClose: () => void;
}

const path = '/api/v1/auth/oidc-auth/identities/{identityId}';
const hour = 3_600;

const OidcAuthForm = ({ identity, stored, onClose }: Props) => {
  const options = { meta: { showsError: true }, onSuccess: onClose };
  const attach = api.useMutation('post', path, options);
  const update = api.useMutation('patch', path, options);
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
  useUnsaved(form.isDirty());
  const params = pathOf(identity);
  const submit = form.onSubmit((values) => {
    const { addresses, accessTokenTTL, accessTokenMaxTTL, accessTokenNumUsesLimit } = values;
    const body = {
      ...bindingOf(values),
      ...tokenBodyOf({ addresses, accessTokenTTL, accessTokenMaxTTL, accessTokenNumUsesLimit }),
    };
    if (stored) update.mutate({ params, body });
    else attach.mutate({ params, body });
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {!stored && (
          <PresetField
            value={form.values.preset}
            onChange={(preset) => form.setValues(newOidcValues(preset, location.origin))}
          />
        )}
        <OidcFields values={form.values} input={(name) => form.getInputProps(name)} />
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

export const OidcAuthModal = (props: Props) => (
  <Modal opened onClose={props.onClose} title="OpenID Connect" size="lg">
    <OidcAuthForm {...props} />
  </Modal>
);
