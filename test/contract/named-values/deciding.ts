import type { OperationId } from '../../../generated/operations.ts';
import type { Attacks, Prepare } from './attack.ts';
import { jwtBindingFields } from './jwt-binding.ts';
import { certificateFieldAttacks } from './tls-cert.ts';
import { awsFieldAttacks } from './aws.ts';
import { azureFieldAttacks, gcpFieldAttacks } from './clouds.ts';
import { kubernetesFields } from './kubernetes.ts';
import { bindingFields } from './oidc-binding.ts';
import { ldapFieldAttacks } from './ldap.ts';
import { groupFields, organizationFields, providerFields } from './sign-on.ts';

/** Operations whose requests decide who gets in, and what each of their fields decides. */
interface Deciding {
  readonly operations: readonly OperationId[];
  /** An attack through each field, or the reason why it decides nothing. */
  readonly fields: Readonly<Record<string, Prepare | string>>;
}

/** Values that decide access although no rule names them: by them a provider's claims become roles and logins. */
export const deciding: Readonly<Record<string, Deciding>> = {
  'the provider of single sign-on': {
    operations: ['createSingleSignOn', 'updateSingleSignOn'],
    fields: providerFields,
  },
  'a group': { operations: ['createGroup', 'updateGroup'], fields: groupFields },
  'an organization': { operations: ['updateOrganization'], fields: organizationFields },
  'AWS auth': { operations: ['attachAwsAuth', 'updateAwsAuth'], fields: awsFieldAttacks },
  'Azure auth': { operations: ['attachAzureAuth', 'updateAzureAuth'], fields: azureFieldAttacks },
  'GCP auth': { operations: ['attachGcpAuth', 'updateGcpAuth'], fields: gcpFieldAttacks },
  'LDAP auth': { operations: ['attachLdapAuth', 'updateLdapAuth'], fields: ldapFieldAttacks },
  'TLS certificate auth': { operations: ['attachTlsCertAuth', 'updateTlsCertAuth'], fields: certificateFieldAttacks },
  'JWT auth': { operations: ['attachJwtAuth', 'updateJwtAuth'], fields: jwtBindingFields },
  'Kubernetes auth': { operations: ['attachKubernetesAuth', 'updateKubernetesAuth'], fields: kubernetesFields },
  'OIDC auth': { operations: ['attachOidcAuth', 'updateOidcAuth'], fields: bindingFields },
};

/** An attack through every operation that sets the field, by field. */
export const decidingAttacks: readonly (readonly [string, Attacks])[] = Object.entries(deciding).flatMap(
  ([what, { operations, fields }]) =>
    Object.entries(fields).flatMap(([field, prepare]) =>
      typeof prepare === 'string'
        ? []
        : [
            [
              `${field} of ${what}`,
              Object.fromEntries(operations.map((operation) => [operation, { 'sets it': prepare }])),
            ] as const,
          ],
    ),
);
