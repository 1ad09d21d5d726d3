import { badRequest } from '../../../platform/errors.ts';

/** Bounds of one request. */
export const limits = {
  /** Secrets that are, or ever were, in the folders of a request. */
  secrets: 20_000,
  folders: 1000,
  /** Recorded changes, and versions, of these secrets. */
  changes: 200_000,
  /** Changes of folders in one rollback. */
  folderSteps: 100,
  /** The newest changes of a folder, which its commits are listed from. */
  listed: 50_000,
  authors: 1000,
};

/** 400 if the request has more of something than its bound. */
export const refuseBeyond = (bound: number, count: number, what: string): void => {
  if (count > bound)
    throw badRequest(`This has more than ${bound} ${what}. Choose a smaller folder, without those below it.`);
};
