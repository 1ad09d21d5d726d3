/** What a new project is unless somebody says otherwise; the types of the contract require these properties. */
export const newProjectDefaults = {
  type: 'secret-manager',
  template: 'default',
  shouldCreateDefaultEnvs: true,
  hasDeleteProtection: false,
} as const;
