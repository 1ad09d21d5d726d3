import type { Response } from 'express';

/** Sends a short JSON body, such as an error, without Express's content negotiation and ETag. */
export const sendJson = (res: Response, status: number, body: unknown): void => {
  const json = JSON.stringify(body);
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(json));
  res.end(json);
};
