let tell: () => void = () => undefined;

/** Sets how a person is told that a change waits for approval: the code for that is loaded later than this. */
export const tellOfRequestsWith = (show: typeof tell): void => {
  tell = show;
};

/** Tells if a policy made a request of the change, which is answered with `approval` and has changed nothing yet. */
export const tellIfRequested = async ({ method }: Request, response: Response): Promise<void> => {
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  if (method === 'GET' || response.status !== 200 || !isJson) return;
  const body = (await response.clone().json()) as { readonly approval?: object };
  if (body.approval) tell();
};
