import type { Handler } from '../../../contract.ts';
import { readFilters } from './rules.ts';
import { listEntries, findLog } from './service.ts';
import { auditLogView } from './view.ts';

export const listAuditLogs: Handler<'listAuditLogs'> = async (scope, { query: { offset, limit, ...query } }) => {
  const filters = readFilters(query, scope.clock.now());
  const entries = await listEntries(scope, await findLog(scope, query.projectId), filters, { offset, limit }, query);
  return { auditLogs: entries.map(auditLogView) };
};

export const listProjectAuditLogs: Handler<'listProjectAuditLogs'> = async (
  scope,
  { project, query: { offset, limit, ...query } },
) => {
  const filters = readFilters(query, scope.clock.now());
  const entries = await listEntries(scope, project, filters, { offset, limit }, query);
  return { auditLogs: entries.map(auditLogView) };
};
