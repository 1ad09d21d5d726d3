import { middleware } from 'express-openapi-validator';
import type { Request, RequestHandler, Response } from 'express';
import type { CheckOf, RequestError } from './checks.ts';
import { sliceOf } from './slice.ts';

interface Refusal {
  readonly status: number;
  readonly errors: readonly RequestError[];
}

const isRefusal = (error: unknown): error is Refusal =>
  error instanceof Error &&
  (error as Partial<Refusal>).status === 400 &&
  Array.isArray((error as Partial<Refusal>).errors);

const run = (step: RequestHandler, req: object): Promise<void> =>
  new Promise((resolve, reject: (error: Error) => void) => {
    const next = (error?: unknown): void => (error === undefined ? resolve() : reject(error as Error));
    void step(req as Request, {} as Response, next);
  });

/**
 * Checks requests with the middleware of express-openapi-validator. It compiles the schemas of the operation at the first
 * request, which takes a tenth of a second; the build replaces this file by compiled schemas.
 */
export const checkOf: CheckOf = (contract, operation) => {
  const { path, method } = operation;
  const { parameters, body, schemas } = sliceOf(contract, operation);
  const steps = middleware({
    apiSpec: {
      openapi: contract.openapi as '3.0.3',
      info: { title: operation.id, version: contract.info.version },
      paths: {
        [path]: {
          [method.toLowerCase()]: {
            // Times and paths in a query need no percent-encoding.
            parameters: parameters.map((each) => ({ ...each, allowReserved: true })),
            ...(body && { requestBody: { required: body.required, content: { 'application/json': body } } }),
            responses: {},
          },
        },
      },
      components: { schemas },
    },
    validateApiSpec: false,
    validateRequests: { allErrors: true, allowUnknownQueryParameters: true },
    validateResponses: false,
    validateSecurity: false,
    fileUploader: false,
    ajvFormats: { mode: 'full' },
  });

  return async ({ query, headers, params, body }) => {
    const url = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
    const req = {
      ...{ method, url, originalUrl: url, path: url, baseUrl: '', query, body },
      app: { enabled: () => false, param: () => undefined },
      params: {},
      // The body is parsed already, whatever its original type was.
      headers: { ...headers, 'content-type': 'application/json' },
    };
    try {
      for (const step of steps) await run(step, req);
      return [];
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return error.errors;
    } finally {
      Object.assign(params, req.params);
    }
  };
};
