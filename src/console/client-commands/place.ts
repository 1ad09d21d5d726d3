import type { AuthMethod } from '../identity-auth/methods.ts';

/** What the commands name. */
export interface Place {
  /** The address of this server. */
  readonly site: string;
  readonly projectId: string;
  readonly projectSlug: string;
  /** The slug of the environment. */
  readonly environment: string;
}

/**
 * How a program signs in. The credentials are in environment variables: `INFISICAL_TOKEN`; `INFISICAL_CLIENT_ID` and
 * `INFISICAL_CLIENT_SECRET`; `LDAP_USERNAME` and `LDAP_PASSWORD`; or `ID_TOKEN`, a signed token. That of a service
 * account is in a file.
 */
export type SignIn =
  | { readonly method: 'token-auth' }
  | { readonly method: 'universal-auth' }
  | {
      readonly method: 'kubernetes-auth';
      readonly identityId: string;
      /** The audience that tokens must be for; empty for that of the API server. */
      readonly audience: string;
    }
  | { readonly method: 'gcp-auth'; readonly identityId: string; readonly type: 'gce' | 'iam' }
  | {
      readonly method: Exclude<
        AuthMethod,
        'token-auth' | 'universal-auth' | 'oidc-auth' | 'kubernetes-auth' | 'gcp-auth'
      >;
      readonly identityId: string;
    }
  | {
      readonly method: 'oidc-auth';
      readonly identityId: string;
      /** Whose tokens are accepted. */
      readonly provider: 'github' | 'gitlab' | 'kubernetes' | 'own';
      /** The audience that tokens must have; empty for any. */
      readonly audience: string;
    };

export interface Example {
  readonly title: string;
  /** What it does, and what it needs. */
  readonly about: string;
  readonly command: string;
}
