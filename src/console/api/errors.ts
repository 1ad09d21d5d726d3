/** What a person is told about a failure. */
export interface Failure {
  readonly message: string;
  /** Finds the request in the log of the server. */
  readonly requestId?: string;
  /** The page that explains a refusal. */
  readonly help?: string;
}

interface Issue {
  readonly path?: readonly (string | number)[];
  readonly message?: string;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const issueText = (issue: unknown): string => {
  const { path = [], message = '' } = (isRecord(issue) ? issue : {}) as Issue;
  return path.length > 0 ? `${path.join('.')}: ${message}` : message;
};

/** Reads an error of the API, or one of the browser. */
export const failureOf = (error: unknown): Failure => {
  if (isRecord(error) && 'message' in error && 'statusCode' in error) {
    const { message, reqId, help } = error;
    return {
      message: Array.isArray(message) ? message.map(issueText).join('\n') : String(message),
      ...(typeof reqId === 'string' && { requestId: reqId }),
      ...(typeof help === 'string' && { help }),
    };
  }
  return { message: 'The server did not answer. Check that it runs and that this device is online, then try again.' };
};

export const statusOf = (error: unknown): number | undefined =>
  isRecord(error) && typeof error.statusCode === 'number' ? error.statusCode : undefined;

/** An error of the API, with the fields of its body. */
class RequestError extends Error {
  constructor(body: unknown) {
    super('The request failed.');
    Object.assign(this, body);
  }
}

/** Returns the data of a response, or throws its error. */
export const dataOf = <Data>({ data, error }: { data?: Data; error?: unknown }): Data => {
  if (error !== undefined) throw new RequestError(error);
  return data!;
};
