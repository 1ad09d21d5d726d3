import type { Handler } from '../../../contract.ts';
import { licenceView } from './view.ts';

export const getLicence: Handler<'getLicence'> = async (scope) => {
  await scope.licences.refresh();
  return { licence: licenceView(scope.licences.status) };
};
