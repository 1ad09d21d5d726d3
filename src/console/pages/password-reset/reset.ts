import { bearer, publicApi } from '../../api/session.ts';

/** What a link to reset a password contains. */
export interface ResetLink {
  readonly code: string;
  readonly email: string;
}

let link: ResetLink | undefined;

/** The code is exchanged once for a token, which is kept so that a password that is refused can be changed. */
let token: string | undefined;

/** The link of the address. Its code is removed from the address and from the history. */
export const takeLink = (): ResetLink | undefined => {
  const query = new URLSearchParams(location.search);
  const [code, email] = [query.get('token'), query.get('to')];
  if (!code || !email) return link;
  history.replaceState(history.state, '', location.pathname);
  token = undefined;
  return (link = { code, email });
};

export interface PasswordChange {
  readonly newPassword: string;
  readonly removeSecondFactor: boolean;
}

/** Sets the password, and returns what the server says about it. */
export const resetPassword = async (body: ResetLink, change: PasswordChange): Promise<string> => {
  token ??= (await publicApi.POST('/api/v1/account-recovery/verify-email', { body })).token;
  const { message } = await publicApi.POST('/api/v2/password/password-reset', {
    body: change,
    headers: bearer(token),
  });
  link = undefined;
  token = undefined;
  return message;
};
