import { useMemo } from 'react';
import type { Ability } from '../../access/ability.ts';
import { useCan } from '../../access/use-can.ts';
import type { FolderRef, ListedSecret } from '../../secrets/use-secrets.ts';

type Secret = Pick<ListedSecret, 'secretKey' | 'tags'> & Partial<Pick<ListedSecret, 'rotationId'>>;
type Source = Pick<FolderRef, 'environment' | 'path'>;
type Reason = string | undefined;

/** Why the person may not do something in a folder; undefined if they may. */
export interface Rights {
  readonly uncreatable: Reason;
  readonly unreadable: (secret: Secret) => Reason;
  /** Why the person may not read a secret of another folder of the project. */
  readonly unreadableIn: (source: Source, secret: Secret) => Reason;
  readonly uneditable: (secret: Secret) => Reason;
  readonly undeletable: (secret: Secret) => Reason;
  readonly folder: {
    readonly uncreatable: Reason;
    readonly uneditable: (path: string) => Reason;
    readonly undeletable: (path: string) => Reason;
  };
  readonly imports: { readonly uncreatable: Reason; readonly uneditable: Reason; readonly undeletable: Reason };
  readonly dynamicSecrets: { readonly uncreatable: Reason };
  readonly hasHistory: boolean;
  /** Whether the person may see some members of the project, and so who can read what. */
  readonly hasMembers: boolean;
}

const unless = (isAllowed: boolean, doing: string): Reason =>
  isAllowed ? undefined : `You are not allowed to ${doing} here.`;

/** What nobody may do by hand. */
const rotated = 'A rotation changes this secret.';

const isRotated = ({ rotationId }: Secret): boolean => rotationId !== undefined && rotationId !== null;

const fieldsOf = ({ environment, path }: Source, { secretKey, tags }: Secret) => ({
  environment,
  secretPath: path,
  secretName: secretKey,
  secretTags: tags.map(({ slug }) => slug),
});

const rightsOf = (ability: Ability, own: FolderRef): Rights => {
  const { environment, path } = own;
  const folder = { environment, secretPath: path };
  const about = (secret: Secret) => fieldsOf(own, secret);
  const unreadableIn: Rights['unreadableIn'] = (source, secret) =>
    // While the rules are being loaded, a value looks as it does to most; the server decides.
    unless(!ability.hasRules || ability.can('readValue', 'secrets', fieldsOf(source, secret)), 'read this value');
  return {
    // The name of a new secret is not known yet.
    uncreatable: unless(ability.may('create', 'secrets', folder), 'create secrets'),
    unreadableIn,
    unreadable: (secret) => unreadableIn(own, secret),
    uneditable: (secret) =>
      isRotated(secret) ? rotated : unless(ability.can('edit', 'secrets', about(secret)), 'edit this secret'),
    undeletable: (secret) =>
      isRotated(secret) ? rotated : unless(ability.can('delete', 'secrets', about(secret)), 'delete this secret'),
    folder: {
      uncreatable: unless(ability.can('create', 'secret-folders', folder), 'create folders'),
      uneditable: (child) =>
        unless(ability.can('edit', 'secret-folders', { environment, secretPath: child }), 'rename this folder'),
      undeletable: (child) =>
        unless(ability.can('delete', 'secret-folders', { environment, secretPath: child }), 'delete this folder'),
    },
    imports: {
      uncreatable: unless(ability.can('create', 'secret-imports', folder), 'import other folders'),
      uneditable: unless(ability.can('edit', 'secret-imports', folder), 'change imports'),
      undeletable: unless(ability.can('delete', 'secret-imports', folder), 'remove imports'),
    },
    dynamicSecrets: {
      uncreatable: unless(ability.may('create-root-credential', 'dynamic-secrets', folder), 'create dynamic secrets'),
    },
    hasHistory: ability.can('read', 'commits', folder),
    hasMembers: ['member', 'identity'].some((subject) => ability.may('read', subject)),
  };
};

/** What the person may do in a folder. */
export const useRights = (folder: FolderRef): Rights => {
  const ability = useCan({ id: folder.projectId });
  return useMemo(() => rightsOf(ability, folder), [ability, folder]);
};
