import { expect } from 'chai';
import type { Response } from 'supertest';

/** What an assertion needs of a response. */
type Answer = Pick<Response, 'status' | 'body'>;

/** Asserts the status and the error envelope with a readable message. */
export const expectError = (response: Answer, status: number, error: string, message?: RegExp): void => {
  expect({ status: response.status, error: response.body.error }, JSON.stringify(response.body)).to.deep.equal({
    status,
    error,
  });
  expect(response.body.statusCode).to.equal(status);
  if (message) expect(String(response.body.message)).to.match(message);
};

/** Asserts 422 with exactly these issues, as `in path code`. */
export const expectIssues = (response: Answer, ...issues: string[]): void => {
  expect(response.status, JSON.stringify(response.body)).to.equal(422);
  const found = response.body.message as { in: string; path: string[]; code: string }[];
  expect(found.map((issue) => `${issue.in} ${issue.path.join('.')} ${issue.code}`)).to.have.members(issues);
};
