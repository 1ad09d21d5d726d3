import type { Handler } from '../../../contract.ts';
import { readWanted } from './rules.ts';
import { findEntries, findLog } from './service.ts';
import { auditLogView } from './view.ts';

export const listAuditLogs: Handler<'listAuditLogs'> = async (scope, { query: { offset, limit, ...query } }) => {
  const wanted = readWanted(query, scope.clock.now());
  const entries = await findEntries(scope, await findLog(scope, query.projectId), wanted, { offset, limit }, query);
  return { auditLogs: entries.map(auditLogView) };
};

export const listProjectAuditLogs: Handler<'listProjectAuditLogs'> = async (
  scope,
  { project, query: { offset, limit, ...query } },
) => {
  const wanted = readWanted(query, scope.clock.now());
  const entries = await findEntries(scope, project, wanted, { offset, limit }, query);
  return { auditLogs: entries.map(auditLogView) };
};
