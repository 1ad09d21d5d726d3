import { bearer, publicApi } from '../api/session.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface Organization {
  readonly id: string;
  readonly name: string;
}

/** A login whose organization is still to be chosen. */
export interface Login {
  readonly token: string;
  readonly organizations: readonly Organization[];
}

/** The organizations of a login. */
export const loginOf = async (token: string): Promise<Login> => {
  const { organizations } = await publicApi.GET('/api/v1/organization', { headers: bearer(token) });
  return { token, organizations };
};

export const logIn = async (credentials: Credentials): Promise<Login> => {
  const { accessToken } = await publicApi.POST('/api/v3/auth/login', { body: credentials });
  return loginOf(accessToken);
};
