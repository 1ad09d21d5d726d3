// @peculiar/x509 needs it before anything else.
import 'reflect-metadata';
import {
  certifyAuthority,
  certifyLeaf,
  isChain,
  readCertificate,
  readRequest,
  requestCertificate,
} from './certificates.ts';
import { signRevocationList } from './revocation-list.ts';

/** What the thread does. */
export const tasks = {
  certifyAuthority,
  certifyLeaf,
  requestCertificate,
  readRequest,
  readCertificate,
  isChain,
  signRevocationList,
};
export type Tasks = typeof tasks;

export interface Job {
  readonly id: number;
  readonly task: keyof Tasks;
  readonly input: unknown;
}

export type Done = { readonly id: number; readonly result: unknown } | { readonly id: number; readonly error: unknown };
