/** Subjects of former features: any action and any condition is accepted, and none grants anything. */
export const formerSubjects: readonly string[] = [
  'ssh-certificate-authorities',
  'ssh-certificates',
  'ssh-certificate-templates',
  'ssh-hosts',
  'ssh-host-groups',
  'mcp-endpoints',
  'mcp-servers',
  'mcp-activity-logs',
  'pam-folders',
  'pam-resources',
  'pam-domains',
  'pam-accounts',
  'pam-sessions',
  'pam-account-policies',
  'pam-discovery',
  'pam-insights',
];
