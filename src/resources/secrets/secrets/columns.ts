const secretColumns = ['s.id', 's.projectId', 's.folderId', 's.ownerId', 's.sharedId', 's.createdAt', 's.updatedAt'];
const versionColumns = [
  'version',
  'actorType',
  'actorId',
  'actorName',
  'skipMultilineEncoding',
  'reminderRepeatDays',
  'reminderNote',
  'tagIds',
  'references',
  'metadata',
  'redactedAt',
];
export const namelessColumns = [...secretColumns, 'v.id as versionId', ...versionColumns.map((name) => `v.${name}`)];
/** Includes the current name: a personal secret is renamed with its shared one, without a new version. */
const unencryptedColumns = [...namelessColumns, 's.key'];
export const encryptedColumns = ['dataKeyId', 'sealedComment', 'sealedValue'].map((name) => `v.${name}`);

/** The columns that permissions and ETags depend on. */
const etagColumns = [
  's.id',
  's.folderId',
  's.key',
  's.ownerId',
  's.sharedId',
  's.updatedAt',
  'v.id as versionId',
  ...['version', 'tagIds', 'references', 'metadata', 'redactedAt'].map((name) => `v.${name}`),
];

export const columnsOf = {
  'etag-inputs': etagColumns,
  unencrypted: unencryptedColumns,
  all: [...unencryptedColumns, ...encryptedColumns],
};

/** Which columns are read; `etag-inputs` are those that permissions and ETags depend on. */
export type Extent = keyof typeof columnsOf;

/** Builds a statement for each extent. */
export const byExtent = <T>(build: (columns: string[]) => T): Record<Extent, T> => ({
  'etag-inputs': build(columnsOf['etag-inputs']),
  unencrypted: build(columnsOf.unencrypted),
  all: build(columnsOf.all),
});
