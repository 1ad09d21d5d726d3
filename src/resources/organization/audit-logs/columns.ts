/** A condition on columns, for `whereRaw`. */
export type Condition = [sql: string, bindings: string[]];

/** The metadata keys of the second folder in entries about two folders. */
export const destinations = {
  environment: 'destinationEnvironment',
  secretPath: 'destinationSecretPath',
  secretKey: 'destinationSecretKey',
} as const;

/** A secret that entries are searched for, and the folder that it is in, if the caller may know it. */
export interface SearchedSecret {
  readonly id: string;
  readonly location:
    { readonly environment: string; readonly secretPath: string; readonly secretKey: string } | undefined;
}

/** Returns the JSON values that the text may stand for: a string, and a number, `true`, `false` or `null`. */
export const jsonForms = (value: string): string[] => [
  JSON.stringify(value),
  ...(/^(true|false|null|-?(0|[1-9]\d*)(\.\d+)?)$/.test(value) ? [value] : []),
];

/** The metadata has one of these JSON values at the key. */
export const metadataEquals = (key: string, values: readonly string[]): Condition => [
  `cast("eventMetadata" -> cast(? as text) as text) in (${values.map(() => '?').join()})`,
  [key, ...values],
];

/**
 * The list or object at the key contains this JSON text. JSON escapes quotes in strings, so only complete fields match.
 * Unlike `like`, this is case-sensitive on both databases.
 */
const contains = (key: string, json: string): Condition => {
  const list = `cast("eventMetadata" -> '${key}' as text)`;
  return [`replace(${list}, ?, '') <> ${list}`, [json]];
};

const field = (key: string, value: string): string => `${JSON.stringify(key)}:${JSON.stringify(value)}`;

/** One of the secrets in the metadata has the value. */
export const anySecretEquals = (key: string, value: string): Condition => contains('secrets', field(key, value));

const all = (...conditions: Condition[]): Condition => [
  `(${conditions.map(([sql]) => sql).join(' and ')})`,
  conditions.flatMap(([, bindings]) => bindings),
];

/** Reads of values that name a folder instead of secrets. */
const folderReads = [
  'get-secrets',
  'get-project-pit-commit-changes',
  'pit-get-folder-state',
  'pit-compare-folder-states',
];

/** A folder of the project. */
export interface SearchedFolder {
  readonly environment: string;
  readonly secretPath: string;
}

const namesFolder = ({ environment, secretPath }: SearchedFolder): Condition =>
  all(
    metadataEquals('environment', [JSON.stringify(environment)]),
    metadataEquals('secretPath', [JSON.stringify(secretPath)]),
  );

const namesOtherFolder = ({ environment, secretPath }: SearchedFolder): Condition =>
  contains('otherFolders', JSON.stringify({ environment, secretPath }));

/** Reads of values of the folder, as far as entries name it: one of these conditions. */
export const readsIn = (folder: SearchedFolder): Condition[] => [namesFolder(folder), namesOtherFolder(folder)];

/** Lists of secrets name folders, not secrets; a refusal names what the request did. */
const aboutLocation = ({
  environment,
  secretPath,
  secretKey,
}: NonNullable<SearchedSecret['location']>): Condition[] => [
  all(
    [`"eventType" in (${folderReads.map(() => '?').join()})`, [...folderReads]],
    namesFolder({ environment, secretPath }),
  ),
  namesOtherFolder({ environment, secretPath }),
  metadataEquals('hasMoreFolders', ['true']),
  all(
    contains('target', field('environment', environment)),
    contains('target', field('secretPath', secretPath)),
    contains('target', field('secretName', secretKey)),
  ),
];

/** Entries about the secret fit one of these conditions. */
export const aboutSecret = ({ id, location }: SearchedSecret): Condition[] => [
  metadataEquals('secretId', [JSON.stringify(id)]),
  anySecretEquals('secretId', id),
  contains('changes', field('secretId', id)),
  contains('target', field('secretId', id)),
  ...(location ? aboutLocation(location) : []),
];
