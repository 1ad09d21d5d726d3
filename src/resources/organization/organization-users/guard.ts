import { notFound } from '../../../platform/errors.ts';

export const organizationUserNotFound = () => notFound('There is no such user in this organization.');
