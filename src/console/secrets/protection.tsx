import { useState, type ReactNode } from 'react';
import { confirm } from '../components/confirm.tsx';
import { notifyFailure } from '../components/failure.tsx';
import { TypedName } from '../components/typed-name.tsx';
import { useProject, type Project } from '../layout/project.tsx';

type Environments = Pick<Project, 'environments'>;

export interface Protection {
  /** Whether the names of all protected environments are typed. */
  readonly isConfirmed: boolean;
  /** A field for each of them. */
  readonly fields: ReactNode;
}

/** Asks in a form for the names of those of the environments that are protected. */
export const useProtection = (slugs: readonly string[]): Protection => {
  const { environments } = useProject();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const asked = environments.filter(({ slug, isProtected }) => isProtected && slugs.includes(slug));
  return {
    isConfirmed: asked.every(({ slug, name }) => typed[slug] === name),
    fields: asked.map(({ slug, name }) => (
      <TypedName
        key={slug}
        name={name}
        description={`${name} is protected.`}
        value={typed[slug] ?? ''}
        onChange={(text) => setTyped({ ...typed, [slug]: text })}
      />
    )),
  };
};

/** The name that a question asks for before a change in a protected environment. */
export const nameIfProtected = ({ environments }: Environments, slug: string): { name?: string } => {
  const found = environments.find((each) => each.slug === slug);
  return found?.isProtected ? { name: found.name } : {};
};

/** Makes a change that asks nothing; in a protected environment only after its name was typed. */
export const changeIn = (
  project: Environments,
  slug: string,
  question: { readonly title: string; readonly message: string; readonly action: string },
  change: () => Promise<unknown>,
): void => {
  const asked = nameIfProtected(project, slug);
  if (asked.name === undefined) change().catch(notifyFailure);
  else confirm({ ...question, ...asked, onConfirm: change });
};
