// @peculiar/x509 requires that this is imported first.
import 'reflect-metadata';
import {
  certifyAuthority,
  certifyLeaf,
  isChain,
  readCertificate,
  readRequest,
  requestCertificate,
} from './certificates.ts';
import { createOcspResponder } from './ocsp-responder.ts';
import { createPkcs12 } from './pkcs12.ts';
import { signRevocationList } from './revocation-list.ts';

/** The tasks of the PKI thread. */
export const tasks = {
  certifyAuthority,
  certifyLeaf,
  requestCertificate,
  readRequest,
  readCertificate,
  isChain,
  signRevocationList,
  createOcspResponder,
  createPkcs12,
};
export type Tasks = typeof tasks;

export interface Job {
  readonly id: number;
  readonly task: keyof Tasks;
  readonly input: unknown;
}

export type Done = { readonly id: number; readonly result: unknown } | { readonly id: number; readonly error: unknown };
