import type { Knex } from 'knex';

interface Reference {
  readonly project?: string;
}

interface VersionRow {
  id: string;
  projectId: string;
  createdAt: string;
  /** A text on SQLite. */
  references: string | readonly Reference[];
}

interface ProjectRow {
  id: string;
  organizationId: string;
  slug: string;
  createdAt: string;
}

const batch = 500;

/**
 * References to other projects store the project that they were written for. Those from before get the project that
 * has the slug now, unless it is younger than the version: then it cannot be the one that was meant.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('secret_references', (table) => void table.text('referredProjectId'));

  const projects = await knex<ProjectRow>('projects').select('id', 'organizationId', 'slug', 'createdAt');
  const organizationOf = new Map(projects.map(({ id, organizationId }) => [id, organizationId]));
  const bySlug = new Map(projects.map((project) => [`${project.organizationId} ${project.slug}`, project]));
  const projectFor = ({ projectId, createdAt }: VersionRow, slug: string): string | null => {
    const project = bySlug.get(`${organizationOf.get(projectId)} ${slug}`);
    return project && project.createdAt <= createdAt ? project.id : null;
  };
  const bound = (version: VersionRow): string => {
    const { references } = version;
    const list = typeof references === 'string' ? (JSON.parse(references) as Reference[]) : references;
    return JSON.stringify(
      list.map((reference) =>
        reference.project === undefined
          ? reference
          : { ...reference, projectId: projectFor(version, reference.project) },
      ),
    );
  };

  for (let after = '', isMore = true; isMore;) {
    const versions = await knex<VersionRow>('secret_versions')
      .whereRaw('cast(?? as text) like ?', ['references', '%"project":%'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(batch)
      .select('id', 'projectId', 'createdAt', 'references');
    for (const version of versions)
      await knex('secret_versions')
        .where({ id: version.id })
        .update({ references: bound(version) });
    after = versions.at(-1)?.id ?? after;
    isMore = versions.length === batch;
  }

  await knex.raw(
    `update secret_references set "referredProjectId" = (
       select p.id from secrets s
       join secret_versions v on v."secretId" = s.id and v.version = s.version
       join projects q on q.id = s."projectId"
       join projects p on p."organizationId" = q."organizationId" and p."createdAt" <= v."createdAt"
       where s.id = secret_references."secretId" and p.slug = secret_references."projectSlug"
     ) where "projectSlug" <> ''`,
  );
};
