/** Describes an error response, whose message is a sentence or a list of issues. */
export const describeErrorResponse = (status: number, message: unknown): string =>
  `The server refused (${status}): ${describe(message)}`;

const describe = (message: unknown): string =>
  Array.isArray(message)
    ? message.map((issue: { path: string[]; message: string }) => `${issue.path.join('.')} ${issue.message}`).join('; ')
    : String(message);
