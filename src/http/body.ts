import { isUtf8 } from 'node:buffer';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { badRequest, payloadTooLarge, ServiceError, unsupportedMediaType } from '../platform/errors.ts';
import type { BoundOperation } from './exchange.ts';
import { refuseStructure } from './openapi-validator/structure.ts';

const form = 'application/x-www-form-urlencoded';
const json = 'application/json';

/** The limit of bodies that are neither JSON nor a form, which are not validated but parsed by their module. */
const maxBinary = 4096;

const hasBody = (req: Request): boolean =>
  'transfer-encoding' in req.headers || Number(req.headers['content-length'] ?? 0) > 0;

/**
 * Whether a body that the operation reads has not arrived completely. Node passes on a body that came with the headers
 * right after them, and only then the end of the request.
 */
export const isBodyPending = async (req: Request, { bodyTypes }: BoundOperation): Promise<boolean> => {
  if (bodyTypes.length === 0 || !hasBody(req)) return false;
  await Promise.resolve();
  return !req.complete && req.readableLength !== Number(req.headers['content-length']);
};

const mediaType = (req: Request): string => (req.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();

/** Replaces the parser's messages, which would repeat what was sent. */
const translate = (error: unknown, limit: number): unknown => {
  if (error instanceof ServiceError) return error;
  const status = (error as { status?: unknown }).status;
  if (status === 413) return payloadTooLarge(`The body is larger than ${limit} bytes, or has too many fields.`);
  if (status === 415)
    return unsupportedMediaType('The charset or content encoding of the body is not supported. Send UTF-8.');
  return typeof status === 'number' && status < 500
    ? badRequest('The body is not valid JSON, or is incomplete.')
    : error;
};

/** Reads the body if the contract defines one for the operation; otherwise leaves it unread. */
export const readBody = (limit: number): RequestHandler => {
  const checkBody = (res: unknown, body: Buffer, charset: string, escapes: readonly string[]): Express.Locals => {
    if (charset === 'utf-8' && !isUtf8(body))
      throw badRequest('The body is not valid UTF-8. Send its text as UTF-8, and bytes in base64 or another encoding.');
    const { locals } = res as Response;
    locals.mayBeUnstorable = escapes.some((escape) => body.includes(escape));
    return locals;
  };
  const checkJson = (_req: unknown, res: unknown, body: Buffer, charset: string): void => {
    const locals = checkBody(res, body, charset, ['\\u0000', '\\ud', '\\uD']);
    locals.isStructureUnchecked = charset !== 'utf-8';
    if (!locals.isStructureUnchecked) refuseStructure(body);
  };
  const checkForm = (_req: unknown, res: unknown, body: Buffer, charset: string): unknown =>
    checkBody(res, body, charset, ['%00']);
  const always = (): boolean => true;
  const parseJson = express.json({ limit, strict: false, type: always, verify: checkJson });
  const parseBinary = express.raw({ limit: maxBinary, inflate: false, type: always });
  const parseForm = express.urlencoded({
    limit,
    extended: false,
    type: always,
    parameterLimit: 100,
    verify: checkForm,
  });

  return (req: Request, res: Response, next: NextFunction) => {
    const { bodyTypes } = res.locals.operation;
    const isBinary = bodyTypes.length > 0 && !bodyTypes.includes(json);
    req.body = bodyTypes.length > 0 ? (isBinary ? Buffer.alloc(0) : {}) : undefined;
    if (bodyTypes.length === 0 || !hasBody(req)) return next();

    const type = mediaType(req);
    if (!bodyTypes.includes(type)) throw unsupportedMediaType(`Send the body as ${bodyTypes.join(' or ')}.`);
    const parse = isBinary ? parseBinary : type === form ? parseForm : parseJson;
    const maxBytes = isBinary ? maxBinary : limit;
    parse(req, res, (error?: unknown) => next(error === undefined ? undefined : translate(error, maxBytes)));
  };
};
