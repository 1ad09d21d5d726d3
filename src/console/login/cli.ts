import { bearer, currentToken, publicApi, selectOrganization } from '../api/session.ts';

/** What the CLI stores; it spells the first name so. */
interface CliSession {
  readonly JTWToken: string;
  readonly email: string;
  readonly privateKey: '';
}

/** The browser may ask the person whether this page may reach the computer it runs on. */
const patienceMs = 60_000;

/** The port in the address, if it is one: the server allows the page to reach it by the same rule. */
export const portIn = (search: string): number | undefined => {
  const [port = '', ...others] = new URLSearchParams(search).getAll('callback_port');
  return others.length === 0 && /^[1-9]\d{0,4}$/.test(port) && Number(port) <= 65_535 ? Number(port) : undefined;
};

/** Starts a session of its own for the CLI: logging out here does not end it. Undefined if a second factor is needed. */
export const startCliSession = async (organizationId: string, email: string): Promise<CliSession | undefined> => {
  const body = { organizationId, userAgent: 'cli' };
  const headers = bearer(currentToken());
  const { token, isMfaEnabled } = await publicApi.POST('/api/v3/auth/select-organization', { body, headers });
  if (isMfaEnabled) {
    // Another organization than the one of this session may need a second factor.
    await selectOrganization(organizationId);
    return undefined;
  }
  return { JTWToken: token, email, privateKey: '' };
};

/** Sends the session to the CLI that listens on this computer; returns whether it took it. */
export const sendToCli = async (port: number, session: CliSession): Promise<boolean> => {
  try {
    const { ok } = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(session),
      credentials: 'omit',
      signal: AbortSignal.timeout(patienceMs),
    });
    return ok;
  } catch {
    return false;
  }
};

/** The session as the text that the CLI asks for when the browser cannot reach it. */
export const codeOf = (session: CliSession): string => {
  const bytes = new TextEncoder().encode(JSON.stringify(session));
  return btoa(String.fromCharCode(...bytes));
};
