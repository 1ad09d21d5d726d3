// The session of the console in this browser. Its token is in memory only; the refresh cookie, which scripts cannot read,
// gives another one.
let asked;

const ask = async () => {
  const response = await fetch('/api/v1/auth/token', { method: 'POST' });
  return response.ok ? (await response.json()).token : undefined;
};

/** A token of the session; undefined if nobody is signed in. `refused` is one that the server no longer accepts. */
export const sessionToken = async (refused) => {
  const token = await (asked ??= ask());
  if (token === undefined) asked = undefined;
  if (token === undefined || token !== refused) return token;
  asked = ask();
  return asked;
};

/** Reads something of the API with the token of the session; undefined if that is not possible. */
export const readWithSession = async (path) => {
  const token = await sessionToken();
  if (token === undefined) return undefined;
  const response = await fetch(path, { headers: { Authorization: `Bearer ${token}` } });
  return response.ok ? response.json() : undefined;
};
