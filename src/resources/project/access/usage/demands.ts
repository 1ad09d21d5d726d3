import { operations, type OperationId } from '../../../../../generated/operations.ts';
import type { SubjectFields } from '../../../../access/conditions.ts';
import type { AuditLogRow } from '../../../organization/audit-logs/store.ts';
import { parentPath } from '../../../secrets/folders/path.ts';
import { permissionsOf } from './audited.ts';
import {
  anything,
  demands,
  itemsOf,
  needed,
  possible,
  textOf,
  type Demand,
  type EntryContext,
  type Metadata,
  type Reader,
} from './demand.ts';
import { byPrivilege, byRoles, byServiceToken, byWrittenRules, ofDeletedRules, ofEndedDenies } from './granting.ts';

/** The fields without those that the entry does not show. */
const known = (fields: Readonly<Record<string, string | undefined>>): SubjectFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const folderOf = ({ environment, secretPath }: Metadata): SubjectFields =>
  known({ environment: textOf(environment), secretPath: textOf(secretPath) });
const environmentOf = ({ environment }: Metadata): SubjectFields => known({ environment: textOf(environment) });
const destinationOf = ({ destinationEnvironment, destinationSecretPath }: Metadata): SubjectFields =>
  known({ environment: textOf(destinationEnvironment), secretPath: textOf(destinationSecretPath) });

/** The secrets that the entry is about: several, or one. */
const secretsOf = (metadata: Metadata, folder = folderOf(metadata)): readonly SubjectFields[] =>
  (Array.isArray(metadata.secrets) ? itemsOf(metadata.secrets) : [metadata]).map((secret) => ({
    ...folder,
    ...known({
      secretPath: textOf(secret.secretPath) ?? textOf(folder.secretPath),
      secretName: textOf(secret.secretKey),
    }),
  }));

const onSecrets =
  (...actions: string[]): Reader =>
  (metadata) =>
    secretsOf(metadata).flatMap((fields) => needed('secrets', actions, fields));

const all =
  (...readers: Reader[]): Reader =>
  (metadata, context) =>
    readers.flatMap((read) => read(metadata, context));

const reading = ['describeSecret', 'readValue'];
const writing = ['create', 'edit', 'delete'];

const fromOtherFolders: Reader = ({ otherFolders, hasMoreFolders }) => [
  ...itemsOf(otherFolders).flatMap((folder) => needed('secrets', reading, folderOf(folder))),
  ...(hasMoreFolders === true ? possible('secrets', reading) : []),
];

/** A change may rename or move secrets, whose other names the entry does not show. */
const maybeReading: Reader = (metadata) => possible('secrets', reading, folderOf(metadata));
const contents =
  (...actions: string[]): Reader =>
  (metadata) =>
    ['secrets', 'secret-folders', 'secret-imports'].flatMap((subject) =>
      possible(subject, actions, environmentOf(metadata)),
    );

const readFolders: Reader = (metadata, { operation }) =>
  /imported/i.test(operation)
    ? needed('secret-imports', ['read'], folderOf(metadata))
    : needed('secrets', reading, folderOf(metadata));

/** An update that changes nothing is recorded as a read of the values that it showed. */
const orUnchanged =
  (read: Reader): Reader =>
  (metadata, context) =>
    context.operation.startsWith('update')
      ? all(onSecrets('edit'), maybeReading)(metadata, context)
      : read(metadata, context);

const inTrash =
  (action: 'create' | 'delete'): Reader =>
  (metadata, context) =>
    metadata.folderId === undefined ? onSecrets(action)(metadata, context) : contents(action)(metadata, context);

const ofFolder = (environment: unknown, path: unknown): SubjectFields =>
  known({ environment: textOf(environment), secretPath: textOf(path) });
const parentOf = (path: unknown): string | undefined => (typeof path === 'string' ? parentPath(path) : undefined);

const changeFolder: Reader = (metadata, context) => [
  ...needed('secret-folders', ['edit'], ofFolder(metadata.environment, metadata.oldFolderPath)),
  ...contents(...writing)(metadata, context),
];

/** Changes of who may do what: the member's subject; what they grant is read beside it. */
const onMember =
  (subject: string, action: string, fieldsOf: (metadata: Metadata) => SubjectFields[]): Reader =>
  (metadata) =>
    fieldsOf(metadata).flatMap((fields) => needed(subject, [action], fields));

const identity = ({ identityId }: Metadata) => [known({ identityId: textOf(identityId) })];
const group = ({ name }: Metadata) => [known({ groupName: textOf(name) })];
const user = ({ email, username }: Metadata) => [known({ userEmail: textOf(email) ?? textOf(username) })];
const users = ({ members }: Metadata) => itemsOf(members).flatMap(user);
const noFields = () => [{}];

/** Extends or ends a role or privilege of any kind of holder. */
const onTemporary: Reader = (metadata, context) => {
  const [subject, fieldsOf] =
    metadata.identityId !== undefined
      ? (['identity', identity] as const)
      : metadata.groupId === undefined
        ? (['member', user] as const)
        : (['groups', group] as const);
  const given = metadata.grantType === 'role' ? byRoles(subject, 'maybe') : byPrivilege(subject, 'maybe');
  return all(onMember(subject, 'edit', fieldsOf), given, ofEndedDenies)(metadata, context);
};

const rollback: Reader = all(
  (metadata) => [
    ...needed('commits', ['perform-rollback'], folderOf(metadata)),
    ...possible('commits', ['perform-rollback'], environmentOf(metadata)),
    ...possible('secrets', reading, environmentOf(metadata)),
  ],
  contents(...writing),
);

const readHistory: Reader = (metadata) => [
  ...needed('commits', ['read'], folderOf(metadata)),
  ...possible('secrets', reading, environmentOf(metadata)),
];

/** One commit is recorded with the changes that it consists of. */
const commit: Reader = ({ changes }, context) =>
  itemsOf(changes).flatMap(
    ({ change, ...metadata }) => readers[textOf(change) ?? '']?.(metadata, context) ?? [anything],
  );

/** What the entries of an event show, if that is more than the permission that the contract names. */
const readers: Readonly<Record<string, Reader | undefined>> = {
  'get-secret': orUnchanged(all(onSecrets(...reading), fromOtherFolders)),
  'get-secrets': orUnchanged(all(readFolders, fromOtherFolders)),
  'get-secret-versions': (metadata) => needed('secrets', reading, folderOf(metadata)),
  'dashboard-get-secret-version-value': (metadata) => needed('secrets', reading, folderOf(metadata)),
  'get-project-pit-commit-changes': readHistory,
  'pit-compare-folder-states': readHistory,
  'pit-get-folder-state': readHistory,
  'view-audit-logs': () => needed('audit-logs', ['read']),
  'create-secret': onSecrets('create'),
  'create-secrets': onSecrets('create'),
  'update-secret': all(onSecrets('edit'), maybeReading, (metadata) =>
    possible('secrets', ['edit'], folderOf(metadata)),
  ),
  'update-secrets': all(onSecrets('edit'), maybeReading, (metadata) =>
    secretsOf(metadata).flatMap(({ secretName: _, ...folder }) => possible('secrets', ['create', 'edit'], folder)),
  ),
  'delete-secret': onSecrets('delete'),
  'delete-secrets': onSecrets('delete'),
  'move-secrets': all(onSecrets('delete'), maybeReading, (metadata) =>
    possible('secrets', ['create', 'edit', ...reading], destinationOf(metadata)),
  ),
  'duplicate-secret': all(maybeReading, (metadata) => possible('secrets', ['create', 'edit'], destinationOf(metadata))),
  'import-secrets': all(maybeReading, contents('create', 'edit'), () => [
    ...possible('environments', ['create']),
    ...possible('tags', ['create']),
  ]),
  'redact-secret-version-value': (metadata) => needed('secrets', ['edit'], folderOf(metadata)),
  'restore-secret-version': (metadata) => needed('secrets', ['edit', 'readValue'], folderOf(metadata)),
  'create-secret-reminder': onSecrets('edit'),
  'delete-secret-reminder': onSecrets('edit'),
  'restore-from-trash': inTrash('create'),
  'remove-from-trash': inTrash('delete'),
  'create-folder': ({ environment, folderPath, parents }) => [
    ...needed('secret-folders', ['create'], ofFolder(environment, parentOf(folderPath))),
    ...(parents === undefined
      ? []
      : possible('secret-folders', ['create'], known({ environment: textOf(environment) }))),
  ],
  'update-folder': changeFolder,
  'update-folders': ({ folders }, context) => itemsOf(folders).flatMap((folder) => changeFolder(folder, context)),
  'delete-folder': all(
    ({ environment, folderPath }) => needed('secret-folders', ['delete'], ofFolder(environment, folderPath)),
    contents('delete'),
  ),
  'move-folder': ({ environment, folderPath, oldEnvironment, oldFolderPath }, context) => [
    ...needed('secret-folders', ['delete'], ofFolder(oldEnvironment, oldFolderPath)),
    ...needed('secret-folders', ['create'], ofFolder(environment, parentOf(folderPath))),
    ...contents(...writing, ...reading)({ environment }, context),
    ...contents(...writing, ...reading)({ environment: oldEnvironment }, context),
  ],
  'create-secret-import': all((metadata) => needed('secret-imports', ['create'], folderOf(metadata))),
  'update-secret-import': all((metadata) => needed('secret-imports', ['edit'], folderOf(metadata))),
  'delete-secret-import': all((metadata) => needed('secret-imports', ['delete'], folderOf(metadata))),
  'pit-process-new-commit-raw': commit,
  'pit-revert-commit': rollback,
  'pit-rollback-commit': rollback,
  'create-identity-project-membership': all(onMember('identity', 'create', noFields), byRoles('identity', 'new')),
  'update-identity-project-membership': all(
    onMember('identity', 'edit', identity),
    byRoles('identity', 'maybe'),
    ofEndedDenies,
  ),
  'delete-identity-project-membership': all(onMember('identity', 'delete', identity), ofEndedDenies),
  'create-identity': all(onMember('identity', 'create', noFields), byRoles('identity', 'new')),
  'update-identity': all(onMember('identity', 'edit', identity), () => [anything]),
  'delete-identity': onMember('identity', 'delete', identity),
  'create-identity-project-additional-privilege': all(
    onMember('identity', 'edit', identity),
    byPrivilege('identity', 'new'),
  ),
  'update-identity-project-additional-privilege': all(
    onMember('identity', 'edit', identity),
    byPrivilege('identity', 'maybe'),
    ofEndedDenies,
  ),
  'delete-identity-project-additional-privilege': all(onMember('identity', 'edit', identity), ofDeletedRules),
  'add-project-members': all(onMember('member', 'create', users), byRoles('member', 'new')),
  'update-project-member-roles': all(onMember('member', 'edit', user), byRoles('member', 'maybe'), ofEndedDenies),
  'remove-project-member': all(onMember('member', 'delete', users), ofEndedDenies),
  'create-user-project-additional-privilege': all(onMember('member', 'edit', user), byPrivilege('member', 'new')),
  'update-user-project-additional-privilege': all(
    onMember('member', 'edit', user),
    byPrivilege('member', 'maybe'),
    ofEndedDenies,
  ),
  'delete-user-project-additional-privilege': all(onMember('member', 'edit', user), ofDeletedRules),
  'update-temporary-access': onTemporary,
  'end-temporary-access': onTemporary,
  'add-group-to-project': all(onMember('groups', 'create', group), byRoles('groups', 'new')),
  'update-group-project-membership': all(onMember('groups', 'edit', group), byRoles('groups', 'maybe'), ofEndedDenies),
  'remove-group-from-project': all(onMember('groups', 'delete', group), ofEndedDenies),
  'create-project-role': all(() => needed('role', ['create']), byWrittenRules('new')),
  'update-project-role': all(() => needed('role', ['edit']), byWrittenRules('maybe'), ofEndedDenies),
  'create-service-token': all(() => needed('service-tokens', ['create']), byServiceToken),
};

/** The permission that the contract names; which of several it was, and for which object, is not known. */
const fromContract = (operationId: string): readonly Demand[] => {
  const operation = Object.hasOwn(operations, operationId) ? operations[operationId as OperationId] : undefined;
  if (!operation) return [anything];
  const names = permissionsOf(operation);
  return names.flatMap((name) => {
    const [subject, action] = name.split(':') as [string, string];
    return demands(names.length === 1, subject, [action], {});
  });
};

/** What the request of an audit log entry needed or may have needed. */
export const demandsOf = (
  { eventType, eventMetadata, operation }: Pick<AuditLogRow, 'eventType' | 'eventMetadata' | 'operation'>,
  rulesOf: EntryContext['rulesOf'],
): readonly Demand[] => readers[eventType]?.(eventMetadata, { operation, rulesOf }) ?? fromContract(operation);
