import { createHash } from 'node:crypto';
import { keyedHash } from '../../../src/platform/crypto/keyed-hash.ts';
import type { Keyring } from '../../../src/platform/crypto/keys.ts';
import { createDataKey, unwrapDataKey, type DataKey } from '../../../src/platform/crypto/sealing.ts';
import { clientSecretPurpose } from '../../../src/resources/identity/client-secrets/new.ts';
import { encryptContent } from '../../../src/resources/secrets/secrets/encryption.ts';
import { secretName } from '../seed.ts';
import { secretsPerFolder, type Base } from './base.ts';
import type { Row, RowWriter } from './rows.ts';

/** Adds rows until there are `size` objects, counting those of the base. */
export type Fill = (rows: RowWriter, keyring: Keyring, base: Base, size: number) => Promise<void>;

/** The id of a seeded row. Scattered like random ones, so that neighbours are not beside each other in an index. */
export const idOf = (kind: string, index: number): string => {
  const hex = createHash('md5').update(`${kind} ${index}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
};

export function* each<T>(from: number, to: number, row: (index: number) => T): Generator<T> {
  for (let index = from; index < to; index += 1) yield row(index);
}

const range = (count: number): number[] => [...Array(count).keys()];

/** A folder of the base's project and its secrets are copies; each secret is encrypted with the key of its project. */
interface SecretFolder {
  readonly projectId: string;
  readonly folderId: string;
  readonly key: DataKey;
}

/** Adds the secrets of the folders with the numbers `from` to `to`. */
const insertSecrets = async (
  rows: RowWriter,
  { projectId }: Base,
  [from, to]: readonly [number, number],
  folderOf: (folder: number) => SecretFolder,
): Promise<void> => {
  const [secret] = await rows.find('secrets', { projectId, key: secretName(0) });
  const [version] = await rows.find('secret_versions', { secretId: secret.id as string });
  const nameOf = (index: number): string => secretName(index % secretsPerFolder);
  const folderWith = (index: number): SecretFolder => folderOf(Math.floor(index / secretsPerFolder));
  await rows.insert(
    'secrets',
    each(from * secretsPerFolder, to * secretsPerFolder, (index): Row => {
      const { folderId, projectId: id } = folderWith(index);
      return { ...secret, id: idOf('secret', index), projectId: id, folderId, key: nameOf(index) };
    }),
  );
  await rows.insert(
    'secret_versions',
    each(from * secretsPerFolder, to * secretsPerFolder, (index): Row => {
      const { key, projectId: id } = folderWith(index);
      const secretId = idOf('secret', index);
      const content = { value: `a value of some length, number ${index}`, comment: '', metadata: [] };
      const sealed = encryptContent(key, { secretId, version: 1 }, content);
      return { ...version, ...sealed, id: idOf('version', index), secretId, projectId: id, key: nameOf(index) };
    }),
  );
};

/** The path of a folder: 100 in each folder of the root; the first one is the root. */
export const folderPath = (folder: number): string =>
  folder === 0 ? '/' : `/g${Math.floor(folder / 100)}/f${folder % 100}`;

/** Secrets of one project, 100 in each folder. */
export const fillProject: Fill = async (rows, keyring, base, size) => {
  const folders = size / secretsPerFolder;
  const [{ folderId: rootId }] = await rows.find('secrets', { projectId: base.projectId, key: secretName(0) });
  const [root] = await rows.find('secret_folders', { id: rootId as string });
  const [{ id, wrapped }] = await rows.find('project_data_keys', { projectId: base.projectId });
  const key = unwrapDataKey(keyring, id as string, wrapped as string);
  const groupOf = (folder: number): number => Math.floor(folder / 100);
  const groups = folders > 1 ? groupOf(folders - 1) + 1 : 0;
  await rows.insert(
    'secret_folders',
    each(0, groups, (group) => ({
      ...root,
      id: idOf('group', group),
      parentId: root.id,
      name: `g${group}`,
      path: `/g${group}`,
    })),
  );
  await rows.insert(
    'secret_folders',
    each(1, folders, (folder) => ({
      ...root,
      id: idOf('folder', folder),
      parentId: idOf('group', groupOf(folder)),
      name: `f${folder % 100}`,
      path: folderPath(folder),
    })),
  );
  await insertSecrets(rows, base, [1, folders], (folder) => ({
    projectId: base.projectId,
    folderId: idOf('folder', folder),
    key,
  }));
};

export const projectId = ({ projectId: first }: Base, index: number): string =>
  index === 0 ? first : idOf('project', index);

export const projectSlug = ({ projectSlug: first }: Base, index: number): string =>
  index === 0 ? first : `project-${index}`;

/** Secrets of many projects, 100 in each; the callers are members of all of them. */
export const fillProjects: Fill = async (rows, keyring, base, size) => {
  const count = size / secretsPerFolder;
  const ofBase = { projectId: base.projectId };
  const [project] = await rows.find('projects', { id: base.projectId });
  const [revision] = await rows.find('project_revisions', ofBase);
  const environments = await rows.find('project_environments', ofBase);
  const [root] = await rows.find('secret_folders', ofBase);
  const [dataKey] = await rows.find('project_data_keys', ofBase);
  const memberships = await rows.find('project_memberships', ofBase);
  const [role] = await rows.find('project_membership_roles', { projectMembershipId: memberships[0].id as string });
  const numbers = range(count).slice(1);
  const keys = new Map(numbers.map((number) => [number, createDataKey(keyring)]));
  const environmentId = (number: number, { slug }: Row): string => idOf(`environment ${slug as string}`, number);
  const membershipId = (number: number, position: number): string => idOf(`membership ${position}`, number);
  const ofEach = <T>(number: number, items: readonly T[], row: (item: T, position: number) => Row): Row[] =>
    items.map((item, position) => ({ ...row(item, position), projectId: projectId(base, number) }));
  await rows.insert(
    'projects',
    numbers.map((number) => ({
      ...project,
      id: projectId(base, number),
      name: `Project ${number}`,
      slug: projectSlug(base, number),
    })),
  );
  await rows.insert(
    'project_revisions',
    numbers.flatMap((number) => ofEach(number, [revision], (row) => row)),
  );
  await rows.insert(
    'project_environments',
    numbers.flatMap((number) => ofEach(number, environments, (row) => ({ ...row, id: environmentId(number, row) }))),
  );
  await rows.insert(
    'secret_folders',
    numbers.flatMap((number) =>
      ofEach(number, environments, (row) => {
        const id = environmentId(number, row);
        return { ...root, id, environmentId: id };
      }),
    ),
  );
  await rows.insert(
    'project_data_keys',
    numbers.flatMap((number) =>
      ofEach(number, [dataKey], (row) => {
        const { dataKey: key, wrapped } = keys.get(number)!;
        return { ...row, id: key.id, wrapped };
      }),
    ),
  );
  await rows.insert(
    'project_memberships',
    numbers.flatMap((number) =>
      ofEach(number, memberships, (row, position) => ({ ...row, id: membershipId(number, position) })),
    ),
  );
  await rows.insert(
    'project_membership_roles',
    numbers.flatMap((number) =>
      memberships.map((_, position) => ({
        ...role,
        id: idOf(`role ${position}`, number),
        projectMembershipId: membershipId(number, position),
      })),
    ),
  );
  await insertSecrets(rows, base, [1, count], (number) => ({
    projectId: projectId(base, number),
    folderId: environmentId(number, { slug: 'dev' }),
    key: keys.get(number)!.dataKey,
  }));
};

/** What a seeded identity logs in with. */
export const loginOf = ({ caller }: Base, index: number): { clientId: string; clientSecret: string } =>
  index === 0 ? caller.login : { clientId: idOf('client', index), clientSecret: idOf('client secret', index) };

/** Identities with universal auth, all of them members of the project. */
export const fillIdentities: Fill = async (rows, keyring, { caller, projectId: id }, size) => {
  const [identity] = await rows.find('identities', { id: caller.id });
  const [membership] = await rows.find('organization_memberships', { identityId: caller.id });
  const [auth] = await rows.find('identity_universal_auths', { identityId: caller.id });
  const [secret] = await rows.find('universal_auth_client_secrets', { universalAuthId: auth.id as string });
  const [member] = await rows.find('project_memberships', { projectId: id, membershipId: membership.id as string });
  const [role] = await rows.find('project_membership_roles', { projectMembershipId: member.id as string });
  const copies = (table: string, row: (index: number) => Row): Promise<void> => rows.insert(table, each(1, size, row));
  await copies('identities', (index) => ({ ...identity, id: idOf('identity', index), name: `Identity ${index}` }));
  await copies('organization_memberships', (index) => ({
    ...membership,
    id: idOf('member', index),
    identityId: idOf('identity', index),
  }));
  await copies('identity_universal_auths', (index) => ({
    ...auth,
    id: idOf('auth', index),
    identityId: idOf('identity', index),
    clientId: idOf('client', index),
  }));
  await copies('universal_auth_client_secrets', (index) => ({
    ...secret,
    id: idOf('secret of client', index),
    universalAuthId: idOf('auth', index),
    secretHash: keyedHash(keyring, clientSecretPurpose, idOf('client secret', index)),
  }));
  await copies('project_memberships', (index) => ({
    ...member,
    id: idOf('project member', index),
    membershipId: idOf('member', index),
  }));
  await copies('project_membership_roles', (index) => ({
    ...role,
    id: idOf('project role', index),
    projectMembershipId: idOf('project member', index),
  }));
};
