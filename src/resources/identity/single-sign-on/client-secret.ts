/** What encrypts the client secret of this provider, and nothing else. */
export const clientSecretContext = (providerId: string): string => `client-secret:${providerId}`;
