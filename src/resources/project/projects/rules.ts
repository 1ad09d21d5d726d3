import type { ProjectRow } from '../../../access/project.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Request } from '../../../contract.ts';

/** How long its log is kept is not among it: that is for its administrators alone. */
const editable = [
  'name',
  'description',
  'slug',
  'autoCapitalization',
  'hasDeleteProtection',
  'pitVersionLimit',
  'secretSharing',
  'showSnapshotsLegacy',
  'defaultProduct',
  'secretDetectionIgnoreValues',
  'enforceEncryptedSecretManagerSecretMetadata',
] as const;

/** What can be changed of a project. */
export type Settings = Partial<Pick<ProjectRow, (typeof editable)[number] | 'auditLogsRetentionDays'>>;

/** What a request wants to change, without whatever else it sends. */
export const settingsOf = (body: Request<'updateProject'>['body']): Settings => {
  const { name, description } = body;
  const sent = {
    ...body,
    ...(name !== undefined && { name: name.trim() }),
    ...(description != null && { description: description.trim() }),
  };
  return Object.fromEntries(editable.filter((key) => sent[key] !== undefined).map((key) => [key, sent[key]]));
};

/** What is really different. */
export const changesOf = (project: ProjectRow, wanted: Settings): Settings =>
  Object.fromEntries(
    Object.entries(wanted).filter(([key, value]) => !isDeepStrictEqual(value, project[key as keyof Settings])),
  );
