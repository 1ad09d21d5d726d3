import type { Handler } from '../../../contract.ts';
import { listAtCursor, selectEntries } from './pages.ts';
import { readFilters } from './rules.ts';
import { listEntries, findLog } from './service.ts';
import { auditLogView } from './view.ts';

const withoutCursors = { nextCursor: null, followCursor: null, totalCount: null };

export const listAuditLogs: Handler<'listAuditLogs'> = async (scope, { query }) => {
  const filters = readFilters(query, scope.clock.now());
  const log = await findLog(scope, query.projectId);
  const { offset, limit, cursor, ...asked } = query;
  if (cursor !== undefined) {
    const { entries, ...page } = await listAtCursor(scope, log, filters, { ...query, cursor });
    return { auditLogs: entries.map(auditLogView), ...page };
  }
  const filter = { ...filters, ...(await selectEntries(scope, log, query.secret)) };
  const entries = await listEntries(scope, log, filter, { offset, limit }, asked);
  return { auditLogs: entries.map(auditLogView), ...withoutCursors };
};

export const listProjectAuditLogs: Handler<'listProjectAuditLogs'> = async (
  scope,
  { project, query: { offset, limit, ...query } },
) => {
  const filter = { ...readFilters(query, scope.clock.now()), ...(await selectEntries(scope, project, undefined)) };
  const entries = await listEntries(scope, project, filter, { offset, limit }, query);
  return { auditLogs: entries.map(auditLogView) };
};
