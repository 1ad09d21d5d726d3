import type { FolderReference } from './folder-options.ts';
import { requireYes } from './terminal.ts';

export interface ChangeOptions {
  readonly yes?: true;
}

/** Asks before a change in a protected environment; without a terminal, `--yes` has to be given. */
export const askIfProtected = async (
  { project, environment }: Pick<FolderReference, 'project' | 'environment'>,
  change: string,
  options: ChangeOptions,
): Promise<void> => {
  const found = project.environments.find(({ slug }) => slug === environment);
  if (found?.isProtected) await requireYes(`${found.name} of ${project.slug} is protected. ${change}?`, options);
};
