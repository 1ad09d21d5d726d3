import type { ProjectRow } from '../../../access/project.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Request } from '../../../contract.ts';

/** The retention of the audit log is missing here because only administrators of the project may change it. */
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

/** The settings that are not columns of the project. */
interface SeparateSettings {
  readonly secretDetectionIgnoreValues: readonly string[];
}

/** The settings of a project that can be changed. */
export type Settings = Partial<
  Pick<ProjectRow, Exclude<(typeof editable)[number], keyof SeparateSettings> | 'auditLogsRetentionDays'> &
    SeparateSettings
>;

/** Picks the settings from a request, with trimmed texts. */
export const readSettings = (body: Request<'updateProject'>['body']): Settings => {
  const { name, description } = body;
  const sent = {
    ...body,
    ...(name !== undefined && { name: name.trim() }),
    ...(description != null && { description: description.trim() }),
  };
  return Object.fromEntries(editable.filter((key) => sent[key] !== undefined).map((key) => [key, sent[key]]));
};

/** Returns those settings that differ from the stored ones. */
export const changesOf = (project: ProjectRow & SeparateSettings, settings: Settings): Settings =>
  Object.fromEntries(
    Object.entries(settings).filter(([key, value]) => !isDeepStrictEqual(value, project[key as keyof Settings])),
  );
