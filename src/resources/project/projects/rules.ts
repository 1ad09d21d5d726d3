import type { ProjectRow } from '../../../access/project.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Request } from '../../../contract.ts';
import { badRequest } from '../../../platform/errors.ts';

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

/** 400 for a retention that is shorter than the organization demands; 0, the retention of the server, never is. */
export const requireLeastRetention = (
  { leastAuditLogsRetentionDays: least }: ProjectRow,
  { auditLogsRetentionDays: days }: Settings,
): void => {
  if (least !== null && days && days < least)
    throw badRequest(
      `The organization keeps audit log entries of its projects for at least ${least} days. Choose ${least} days or more, or 0 for the retention of the server, if that is longer.`,
    );
};

/** Returns those settings that differ from the stored ones. */
export const changesOf = (project: ProjectRow & SeparateSettings, settings: Settings): Settings =>
  Object.fromEntries(
    Object.entries(settings).filter(([key, value]) => !isDeepStrictEqual(value, project[key as keyof Settings])),
  );
