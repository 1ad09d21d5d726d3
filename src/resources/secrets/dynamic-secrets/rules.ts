import { refuseIssues, type ValidationIssue } from '../../../platform/errors.ts';
import { root } from '../folders/path.ts';
import { inBody, inQuery, readPath, type FolderRef, type RequestPosition } from '../folders/rules.ts';
import type { MetadataEntry } from './store.ts';
import { millisecondsOf, ttlIssues } from './ttl.ts';
import { usernameTemplateProblem } from './username.ts';

interface FolderInput {
  readonly environmentSlug: string;
  readonly path?: string | undefined;
  readonly secretPath?: string | undefined;
}

const readFolder = ({ environmentSlug, path, secretPath }: FolderInput, where: RequestPosition): FolderRef => ({
  environment: environmentSlug,
  path: readPath(path ?? secretPath ?? root, where),
});

export const folderInBody = (body: FolderInput): FolderRef => readFolder(body, inBody('path'));
export const folderInQuery = (query: FolderInput): FolderRef => readFolder(query, inQuery('path'));

interface MetadataInput {
  readonly key: string;
  readonly value?: string | undefined;
}

export const readMetadata = (metadata: readonly MetadataInput[] = []): MetadataEntry[] =>
  metadata.map(({ key, value = '' }) => ({ key: key.trim(), value }));

interface Lives {
  readonly defaultTTL: string;
  readonly maxTTL: string | null;
  readonly usernameTemplate: string | null;
}

const longerThanMax = ({ defaultTTL, maxTTL }: Lives, path: readonly string[]): ValidationIssue[] =>
  maxTTL !== null && millisecondsOf(defaultTTL) > millisecondsOf(maxTTL)
    ? [{ code: 'too_big', in: 'body', path: [...path, 'defaultTTL'], message: 'must not be longer than maxTTL' }]
    : [];

const templateIssues = (template: string | null, path: readonly string[]): ValidationIssue[] => {
  const message = template === null ? undefined : usernameTemplateProblem(template);
  return message === undefined ? [] : [{ code: 'invalid', in: 'body', path: [...path, 'usernameTemplate'], message }];
};

/** Throws a 422 unless a dynamic secret may have these times and this template. */
export const checkLives = (lives: Lives, path: readonly string[] = []): void => {
  refuseIssues([
    ...ttlIssues(lives.defaultTTL, [...path, 'defaultTTL']),
    ...ttlIssues(lives.maxTTL, [...path, 'maxTTL']),
  ]);
  refuseIssues([...longerThanMax(lives, path), ...templateIssues(lives.usernameTemplate, path)]);
};

/** An empty text counts as absent. */
export const orNull = (text: string | null | undefined): string | null =>
  text === undefined || text === null || text.trim() === '' ? null : text.trim();
