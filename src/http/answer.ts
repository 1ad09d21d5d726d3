import type { Response } from 'express';

/**
 * As Express would, without the questions whose answers are known here. For what is short and always sent, such as
 * errors.
 */
export const answerWithJson = (res: Response, status: number, body: unknown): void => {
  const json = JSON.stringify(body);
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(json));
  res.end(json);
};
