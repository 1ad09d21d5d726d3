import type { Reply } from '../../../contract.ts';
import type { FolderRow } from '../folders/store.ts';
import type { ImportWithSource } from '../secret-imports/store.ts';
import type { DecryptedSecret } from '../secrets/view.ts';
import type { Happening } from './plan.ts';
import type { ImportPlan } from './prepare.ts';
import type { ImportRun } from './run.ts';

export type FolderResult = Reply<'importSecrets'>['folders'][number];

/** What an import did, or would do. */
export type ImportOutcome = Pick<Reply<'importSecrets'>, 'environments' | 'tags' | 'folders'>;

/** Shows the plan in the form of a result. */
export const resultOf = ({ environments, tags, folders }: ImportPlan): ImportOutcome => ({
  environments: [...environments],
  tags: [...tags],
  folders: folders.map(({ entry: { folderRef }, isNew, secrets, imports }) => {
    const namesOf = (what: Happening): string[] =>
      secrets.filter(({ happens }) => happens === what).map(({ entry }) => entry.key);
    return {
      ...folderRef,
      isNew,
      created: namesOf('created'),
      changed: namesOf('changed'),
      unchanged: namesOf('unchanged'),
      imports: imports.map(({ environment, path }) => ({ environment, path })),
    };
  }),
});

/** Shows a result with its totals. */
export const importView = (dryRun: boolean, outcome: ImportOutcome): Reply<'importSecrets'> => {
  const total = (what: Happening): number => outcome.folders.reduce((sum, folder) => sum + folder[what].length, 0);
  return { dryRun, created: total('created'), changed: total('changed'), unchanged: total('unchanged'), ...outcome };
};

/** Shows a secret as `importSecrets` accepts it. */
export const exportedSecretView = ({ row, tags, value, comment, metadata }: DecryptedSecret) => ({
  secretKey: row.key,
  secretValue: value!,
  secretComment: comment,
  secretMetadata: [...metadata],
  tagSlugs: tags.map(({ slug }) => slug),
  skipMultilineEncoding: row.skipMultilineEncoding,
  secretReminderNote: row.reminderNote,
  secretReminderRepeatDays: row.reminderRepeatDays,
});

/** What a folder shows besides its secrets. */
export interface ExportedFolderFacts {
  readonly environment: string;
  readonly folder: Pick<FolderRow, 'path' | 'description'>;
  readonly unreadable: readonly string[];
  readonly imports: readonly ImportWithSource[];
}

export const exportedFolderView = (
  { environment, folder, unreadable, imports }: ExportedFolderFacts,
  secrets: ReturnType<typeof exportedSecretView>[],
) => {
  const here = imports.filter(({ projectId, sourceProjectId }) => projectId === sourceProjectId);
  return {
    environment,
    path: folder.path,
    description: folder.description,
    secrets,
    unreadable: [...unreadable],
    imports: here.map(({ sourceEnvironmentSlug, sourcePath }) => ({
      environment: sourceEnvironmentSlug,
      path: sourcePath,
    })),
    importsOfOtherProjects: imports.length - here.length,
  };
};

export const importRunView = (run: ImportRun): Reply<'listImportRuns'>['imports'][number] => ({
  id: run.id,
  projectId: run.projectId,
  projectName: run.projectName,
  organizationId: run.organizationId,
  organizationName: run.organizationName,
  actor: { type: run.actorType, id: run.actorId, name: run.actorName },
  status: run.status,
  secrets: run.secrets,
  prepared: run.prepared,
  written: run.written,
  startedAt: run.startedAt,
  finishedAt: run.finishedAt,
});
