import { operations, type OperationId } from '../../../../../generated/operations.ts';
import type { SubjectFields } from '../../../../access/conditions.ts';
import type { AuditLogRow } from '../../../organization/audit-logs/store.ts';
import { parentPath } from '../../../secrets/folders/path.ts';
import { permissionsOf } from './audited.ts';

/** A permission that a request needed, as far as its audit log entry shows; fields that it does not show are missing. */
export interface Demand {
  readonly subject: string;
  readonly action: string;
  readonly fields: SubjectFields;
  /** Whether the request needed it; otherwise it may have. */
  readonly isCertain: boolean;
}

/** Whoever grants something has to hold it, whatever it is. */
export const anything: Demand = { subject: '*', action: '*', fields: {}, isCertain: false };

type Metadata = Readonly<Record<string, unknown>>;
type Reader = (metadata: Metadata, operation: string) => readonly Demand[];

const demands = (isCertain: boolean, subject: string, actions: readonly string[], fields: SubjectFields): Demand[] =>
  actions.map((action) => ({ subject, action, fields, isCertain }));
const needed = (subject: string, actions: readonly string[], fields: SubjectFields = {}) =>
  demands(true, subject, actions, fields);
const possible = (subject: string, actions: readonly string[], fields: SubjectFields = {}) =>
  demands(false, subject, actions, fields);

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const itemsOf = (value: unknown): readonly Metadata[] => (Array.isArray(value) ? (value as Metadata[]) : []);

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
  (metadata, operation) =>
    readers.flatMap((read) => read(metadata, operation));

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

const readFolders: Reader = (metadata, operation) =>
  /imported/i.test(operation)
    ? needed('secret-imports', ['read'], folderOf(metadata))
    : needed('secrets', reading, folderOf(metadata));

const inTrash =
  (action: 'create' | 'delete'): Reader =>
  (metadata, operation) =>
    metadata.folderId === undefined ? onSecrets(action)(metadata, operation) : contents(action)(metadata, operation);

const ofFolder = (environment: unknown, path: unknown): SubjectFields =>
  known({ environment: textOf(environment), secretPath: textOf(path) });
const parentOf = (path: unknown): string | undefined => (typeof path === 'string' ? parentPath(path) : undefined);

const changeFolder: Reader = (metadata, operation) => [
  ...needed('secret-folders', ['edit'], ofFolder(metadata.environment, metadata.oldFolderPath)),
  ...contents(...writing)(metadata, operation),
];

/** Changes of who may do what: the member's subject, and what the change needs besides. */
const onMember =
  (
    subject: string,
    action: string,
    assigns: readonly string[],
    fieldsOf: (metadata: Metadata) => SubjectFields[],
  ): Reader =>
  (metadata) => [
    ...fieldsOf(metadata).flatMap((fields) => [
      ...needed(subject, [action], fields),
      ...possible(subject, assigns, fields),
    ]),
    ...(assigns.length > 0 ? [anything] : []),
  ];

const identity = ({ identityId }: Metadata) => [known({ identityId: textOf(identityId) })];
const group = ({ name }: Metadata) => [known({ groupName: textOf(name) })];
const user = ({ email, username }: Metadata) => [known({ userEmail: textOf(email) ?? textOf(username) })];
const users = ({ members }: Metadata) => itemsOf(members).flatMap(user);
const noFields = () => [{}];
const assigning = ['assign-role', 'assign-additional-privileges'];
const onPrivilege = (subject: string, fieldsOf: (metadata: Metadata) => SubjectFields[]): Reader =>
  onMember(subject, 'edit', ['assign-additional-privileges'], fieldsOf);

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
const commit: Reader = ({ changes }, operation) =>
  itemsOf(changes).flatMap(
    ({ change, ...metadata }) => readers[textOf(change) ?? '']?.(metadata, operation) ?? [anything],
  );

/** What the entries of an event show, if that is more than the permission that the contract names. */
const readers: Readonly<Record<string, Reader | undefined>> = {
  'get-secret': all(onSecrets(...reading), fromOtherFolders),
  'get-secrets': all(readFolders, fromOtherFolders),
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
  'update-folders': ({ folders }, operation) => itemsOf(folders).flatMap((folder) => changeFolder(folder, operation)),
  'delete-folder': all(
    ({ environment, folderPath }) => needed('secret-folders', ['delete'], ofFolder(environment, folderPath)),
    contents('delete'),
  ),
  'move-folder': ({ environment, folderPath, oldEnvironment, oldFolderPath }, operation) => [
    ...needed('secret-folders', ['delete'], ofFolder(oldEnvironment, oldFolderPath)),
    ...needed('secret-folders', ['create'], ofFolder(environment, parentOf(folderPath))),
    ...contents(...writing, ...reading)({ environment }, operation),
    ...contents(...writing, ...reading)({ environment: oldEnvironment }, operation),
  ],
  'create-secret-import': all((metadata) => needed('secret-imports', ['create'], folderOf(metadata))),
  'update-secret-import': all((metadata) => needed('secret-imports', ['edit'], folderOf(metadata))),
  'delete-secret-import': all((metadata) => needed('secret-imports', ['delete'], folderOf(metadata))),
  'pit-process-new-commit-raw': commit,
  'pit-revert-commit': rollback,
  'pit-rollback-commit': rollback,
  'create-identity-project-membership': onMember('identity', 'create', ['assign-role'], noFields),
  'update-identity-project-membership': onMember('identity', 'edit', ['assign-role'], identity),
  'delete-identity-project-membership': all(onMember('identity', 'delete', [], identity), () => [anything]),
  'create-identity': onMember('identity', 'create', assigning, noFields),
  'update-identity': onMember('identity', 'edit', assigning, identity),
  'delete-identity': onMember('identity', 'delete', [], identity),
  'create-identity-project-additional-privilege': onPrivilege('identity', identity),
  'update-identity-project-additional-privilege': onPrivilege('identity', identity),
  'delete-identity-project-additional-privilege': onPrivilege('identity', identity),
  'add-project-members': onMember('member', 'create', ['assign-role'], users),
  'update-project-member-roles': onMember('member', 'edit', ['assign-role'], user),
  'remove-project-member': all(onMember('member', 'delete', [], users), () => [anything]),
  'create-user-project-additional-privilege': onPrivilege('member', user),
  'update-user-project-additional-privilege': onPrivilege('member', user),
  'delete-user-project-additional-privilege': onPrivilege('member', user),
  'add-group-to-project': onMember('groups', 'create', ['assign-role'], group),
  'update-group-project-membership': onMember('groups', 'edit', ['assign-role'], group),
  'remove-group-from-project': all(onMember('groups', 'delete', [], group), () => [anything]),
};

/** Events that grant something besides the permission that the contract names. */
const granting = new Set(['create-project-role', 'update-project-role', 'delete-project-role', 'create-service-token']);

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
export const demandsOf = ({
  eventType,
  eventMetadata,
  operation,
}: Pick<AuditLogRow, 'eventType' | 'eventMetadata' | 'operation'>): readonly Demand[] => {
  const read = readers[eventType];
  return read
    ? read(eventMetadata, operation)
    : [...fromContract(operation), ...(granting.has(eventType) ? [anything] : [])];
};
