import type { ProjectAccess } from '../../../access/project-access.ts';
import { refuseIssues } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { findAllEnvironments } from '../../project/environments/all.ts';
import type { EnvironmentRow } from '../../../access/environment.ts';
import { requireEnvironment } from '../folders/guard.ts';
import { folderSubjectFields } from '../../../access/secret-fields.ts';

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Reads a list with commas between. Infisical's dashboard encodes it twice. */
export const readList = (text = ''): string[] => [
  ...new Set(
    decoded(text)
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  ),
];

/** Whether the name contains the text, ignoring case. */
export const contains = (name: string, text: string): boolean => name.toLowerCase().includes(text.toLowerCase());

/** 403 if the caller may describe no secret at the path in any of the environments, whatever is there. */
export const requireDescribing = (project: ProjectAccess, environments: readonly string[], path: string): void => {
  if (environments.length === 0)
    refuseIssues([{ code: 'too_small', in: 'query', path: ['environments'], message: 'must name an environment' }]);
  const mayDescribe = (environment: string): boolean =>
    project.narrow('describeSecret', 'secrets', folderSubjectFields({ environment, path })).mayAllow;
  if (!environments.some(mayDescribe))
    project.refuse('describeSecret', 'secrets', folderSubjectFields({ environment: environments[0]!, path }));
};

/** Finds the environments of these slugs, in the order of the project; 404 if one is unknown. */
export const requireEnvironments = async (
  scope: Pick<Scope, 'stores' | 'environments'>,
  project: ProjectAccess,
  slugs: readonly string[],
  path: string,
): Promise<EnvironmentRow[]> => {
  const { active } = await findAllEnvironments(scope, project);
  for (const environment of slugs)
    if (!active.some(({ slug }) => slug === environment))
      await requireEnvironment(scope.stores, project.row.id, { environment, path });
  return active.filter(({ slug }) => slugs.includes(slug));
};
