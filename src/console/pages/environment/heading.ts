import type { Crumb } from '../../components/page.tsx';
import type { Project } from '../../layout/project.tsx';
import { folderHref, foldersOf, overviewHref } from '../../secrets/addresses.ts';

/** The title of the page of a folder, and the pages above it. */
export const headingOf = (
  { name, slug }: Project,
  environment: Project['environments'][number],
  path: string,
): { title: string; crumbs: readonly Crumb[] } => {
  const places = [
    { label: environment.name, href: folderHref(slug, environment.slug) },
    ...foldersOf(path).map((each) => ({ label: each.name, href: folderHref(slug, environment.slug, each.path) })),
  ];
  return { title: places.at(-1)!.label, crumbs: [{ label: name, href: overviewHref(slug) }, ...places.slice(0, -1)] };
};
