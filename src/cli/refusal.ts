const signInTooOld =
  'This needs a sign-in within the last ten minutes. Run sallyport login --email <address>, which asks for the password, and then this command again. A machine identity needs no sign-in.';

/** Describes an error response, whose message is a sentence or a list of issues. */
export const describeErrorResponse = (status: number, message: unknown, error?: unknown): string =>
  `The server refused (${status}): ${error === 'ReauthenticationRequired' ? signInTooOld : describe(message)}`;

const describe = (message: unknown): string =>
  Array.isArray(message)
    ? message.map((issue: { path: string[]; message: string }) => `${issue.path.join('.')} ${issue.message}`).join('; ')
    : String(message);
