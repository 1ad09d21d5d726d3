// The tested data sources, which read the project of the fixture.
const { PROJECT_ID, PROJECT_SLUG, IDENTITY_ID, ORGANIZATION_SLUG, USER_ID } = process.env;
const project = { project_id: PROJECT_ID };

export const dataSources = {
  infisical_groups: {},
  infisical_identity: { id: IDENTITY_ID },
  infisical_identity_details: {},
  infisical_organization: { slug: ORGANIZATION_SLUG },
  infisical_project_environment: { ...project, slug: 'dev' },
  infisical_project_identity: { ...project, identity_id: IDENTITY_ID },
  infisical_project_role: { ...project, slug: 'admin' },
  infisical_project_user: { ...project, user_id: USER_ID },
  infisical_projects: { slug: PROJECT_SLUG },
  infisical_projects_list: {},
  infisical_secret_folders: { ...project, environment_slug: 'dev', folder_path: '/' },
  infisical_secret_metadata: { ...project, environment_slug: 'dev', folder_path: '/', name: 'HOST' },
  infisical_secret_tag: { ...project, slug: 'backend' },
  infisical_secrets: { workspace_id: PROJECT_ID, env_slug: 'dev', folder_path: '/' },
};
