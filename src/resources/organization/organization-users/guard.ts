import { notFound } from '../../../platform/errors.ts';

export const noSuchUser = () => notFound('There is no such user in this organization.');
