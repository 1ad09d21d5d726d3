import type { Request } from '../../../contract.ts';
import { ValidationFailure } from '../../../platform/errors.ts';

/** 422 for a question about the future ends of what has ended. */
export const requireOpenEnd = ({ state, endsWithinHours }: Request<'listTemporaryAccess'>['query']): void => {
  if (state === 'ended' && endsWithinHours !== undefined)
    throw new ValidationFailure([
      { code: 'invalid', in: 'query', path: ['endsWithinHours'], message: 'must not be given with state=ended' },
    ]);
};
