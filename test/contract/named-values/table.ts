import { assignmentAttacks } from './assignments.ts';
import type { Attacks } from './attack.ts';
import { awsNameAttacks } from './aws.ts';
import { accountAttacks, namespaceAttacks } from './kubernetes.ts';
import { certificateAttacks, statusAttacks } from './certificates.ts';
import { claimsAttacks } from './claims.ts';
import {
  assignableActionAttacks,
  assignableRoleAttacks,
  assignableSubjectAttacks,
  authorityNameAttacks,
  groupNameAttacks,
} from './projects.ts';
import { dynamicSecretAttacks } from './dynamic-secrets.ts';
import { environmentAttacks, secretNameAttacks, secretPathAttacks } from './secrets.ts';
import { secretTagsAttacks } from './secret-tags.ts';
import { valueAttacks } from './templates.ts';

/**
 * A value that rules can refer to: with an attack for each operation that can change it, or the reason why no operation
 * can.
 */
export type NamedValue = { readonly attacks: Attacks } | { readonly constant: string };

interface Condition {
  readonly value: NamedValue;
  /** The subjects whose rules have this condition and for which a feature exists. */
  readonly subjects: readonly string[];
}

const inFolders = [
  'secrets',
  'secret-folders',
  'secret-imports',
  'secret-event-subscriptions',
  'secret-rotation',
  'commits',
  'dynamic-secrets',
];

/** By the names of conditions. */
export const conditions: Readonly<Record<string, Condition>> = {
  environment: { subjects: inFolders, value: { attacks: environmentAttacks } },
  secretPath: { subjects: inFolders, value: { attacks: secretPathAttacks } },
  secretName: { subjects: ['secrets'], value: { attacks: secretNameAttacks } },
  secretTags: { subjects: ['secrets'], value: { attacks: secretTagsAttacks } },
  eventType: { subjects: ['secrets'], value: { constant: 'It says what happened, and is stored nowhere.' } },
  connectionId: {
    subjects: ['secret-event-subscriptions', 'app-connections', 'secret-rotation'],
    value: { constant: 'Ids are drawn by the server and never change, and no event comes from a connection.' },
  },
  identityId: { subjects: ['identity'], value: { constant: 'Ids are drawn by the server and never change.' } },
  userEmail: {
    subjects: ['member'],
    value: { constant: 'The e-mail address of a user is set when the account is made, and no operation changes it.' },
  },
  groupName: { subjects: ['groups'], value: { attacks: groupNameAttacks } },
  assignableRole: { subjects: ['identity', 'member', 'groups'], value: { attacks: assignableRoleAttacks } },
  assignableSubject: { subjects: ['identity', 'member'], value: { attacks: assignableSubjectAttacks } },
  assignableAction: { subjects: ['identity', 'member'], value: { attacks: assignableActionAttacks } },
  name: { subjects: ['certificate-authorities'], value: { attacks: authorityNameAttacks } },
  commonName: { subjects: ['certificates'], value: { attacks: certificateAttacks('commonName') } },
  altNames: { subjects: ['certificates'], value: { attacks: certificateAttacks('altNames') } },
  serialNumber: {
    subjects: ['certificates'],
    value: {
      constant:
        'Serial numbers are drawn by the server and never change; what has none yet matches no rule about them.',
    },
  },
  friendlyName: { subjects: ['certificates'], value: { attacks: certificateAttacks('friendlyName') } },
  status: { subjects: ['certificates'], value: { attacks: statusAttacks } },
  metadata: {
    subjects: ['certificates', 'dynamic-secrets'],
    value: { attacks: { ...certificateAttacks('metadata'), ...dynamicSecretAttacks } },
  },
};

/** By the paths of templates. */
export const templates: Readonly<Record<string, NamedValue>> = {
  'identity.id': { constant: 'Ids are drawn by the server and never change.' },
  'identity.username': { attacks: valueAttacks('username') },
  'identity.metadata': { attacks: { ...valueAttacks('metadata'), ...assignmentAttacks } },
  'identity.auth': { constant: 'Only what is below oidc.claims, kubernetes and aws has a value.' },
  'identity.auth.kubernetes.namespace': { attacks: namespaceAttacks },
  'identity.auth.kubernetes.name': { attacks: accountAttacks },
  'identity.auth.aws.accountId': {
    constant: 'It is the account of whoever logs in; who may is attacked with the fields of AWS auth.',
  },
  'identity.auth.aws.arn': {
    constant: 'It is the role or user that logs in; who may is attacked with the fields of AWS auth.',
  },
  'identity.auth.aws.resourceName': { attacks: awsNameAttacks },
  'identity.auth.oidc.claims': { attacks: claimsAttacks },
};

/** Rules on these subjects are stored and grant nothing: no operation requires a permission on them. */
export const subjectsWithoutFeature: readonly string[] = [
  'secret-syncs',
  'honey-tokens',
  'proxied-services',
  'project-folder-grant',
  'pki-subscribers',
  'certificate-templates',
  'certificate-policies',
  'certificate-profiles',
  'pki-syncs',
];
