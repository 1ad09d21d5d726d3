import type { Response } from 'express';
import { Written } from '../contract.ts';

/** Up to here, a text that goes out in one piece with the headers is sooner out than the bytes that it is made of. */
const maxText = 8 * 1024;

const writtenOut = ({ json }: Written<unknown>): Buffer | string => (json.length > maxText ? json : json.toString());

/** As Express would, without the questions whose answers are known here. */
export const answerWithJson = (res: Response, status: number, body: unknown): void => {
  const json = body instanceof Written ? writtenOut(body) : JSON.stringify(body);
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(json));
  res.end(json);
};
