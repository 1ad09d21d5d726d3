/** The address that leads to the provider of an organization; `port` is where a command line client waits. */
export const signOnAddress = (slug: string, port: number | undefined): string =>
  `/api/v1/sso/oidc/login?${new URLSearchParams({ orgSlug: slug, ...(port && { callbackPort: String(port) }) })}`;

/** What a person is told about a sign-in that failed; the audit log has the reason. */
const sentences: Readonly<Record<string, string>> = {
  sso_expired: 'This sign-in has expired, was finished before, or was begun in another browser. Try again.',
  sso_denied: 'The provider did not sign you in.',
  sso_unavailable: 'This organization is unknown, or has no single sign-on. Check its slug.',
  sso_unreachable: 'The provider of your organization cannot be reached. Try again later, or ask an administrator.',
  sso_organization_needed: 'Enter the slug of your organization.',
  sso_email_not_verified: 'The provider has not verified your e-mail address. Verify it there, and try again.',
  sso_not_allowed: 'People with your e-mail address cannot sign in to this organization. Ask for an invitation.',
  sso_not_active: 'Your membership of this organization is not active. Ask an administrator.',
  sso_conflict: 'Your e-mail address belongs to another person here. Ask an administrator.',
};

export const signOnProblem = (search: string): string | undefined => {
  const code = new URLSearchParams(search).get('error');
  if (code === null) return undefined;
  return (
    sentences[code] ??
    'Single sign-on did not work. Try again; if it fails again, an administrator finds the reason in the audit log.'
  );
};
