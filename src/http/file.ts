import type { Response } from 'express';
import type { FileReply } from '../contract.ts';
import type { BoundOperation } from './exchange.ts';
import type { Outgoing } from './outgoing.ts';

/** Makes the file and sends it; ends both when the client disconnects. */
export const respondWithFile = async (
  outgoing: Outgoing,
  res: Response,
  { status, responseType }: BoundOperation,
  reply: FileReply,
): Promise<void> => {
  const gone = new AbortController();
  const abort = (): void => gone.abort();
  let isComplete = false;
  res.once('close', abort);
  if (res.destroyed) abort();
  try {
    const file = await reply.open(gone.signal);
    try {
      res.setHeader('Content-Disposition', `attachment; filename="${reply.fileName}"`);
      await outgoing.file(res, status, responseType, file);
      isComplete = true;
    } finally {
      await file.handle.close();
    }
  } catch (error) {
    if (!gone.signal.aborted) throw error;
  } finally {
    reply.close(isComplete);
  }
};
