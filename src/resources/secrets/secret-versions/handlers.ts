import type { Handler } from '../../../contract.ts';
import { findSecretById } from '../secrets/reading/find-by-id.ts';
import { hiddenValue, secretView } from '../secrets/view.ts';
import { mayReadAnyValue, mayReadValue, readValue, readVersions, auditedVersionSecret, findRedactors } from './find.ts';
import { redactVersion, restoreVersion } from './service.ts';
import { versionFactsView, versionView } from './view.ts';

const describe = ['describeSecret'];

export const listSecretVersions: Handler<'listSecretVersions'> = async (scope, { params: { secretId }, query }) => {
  const secret = await findSecretById(scope, secretId, describe, 'unencrypted');
  const versions = await readVersions(scope, secret, query, mayReadAnyValue(secret) ? 'all' : 'without-values');
  const numberOfVersions = versions.filter(({ secret: { value } }) => value !== undefined).length;
  if (numberOfVersions > 0)
    scope.audit.recordRead({
      type: 'get-secret-versions',
      metadata: { ...auditedVersionSecret(secret), numberOfVersions },
      project: secret.project.row,
    });
  return { secretVersions: versions.map(versionView) };
};

export const listSecretVersionFacts: Handler<'listSecretVersionFacts'> = async (
  scope,
  { params: { secretId }, query },
) => {
  const secret = await findSecretById(scope, secretId, describe, 'unencrypted');
  const versions = await readVersions(scope, secret, query, 'without-values');
  const redactors = await findRedactors(scope, secret, versions);
  return {
    secretVersions: versions.map((version) =>
      versionFactsView(version, mayReadValue(secret, version.version), redactors),
    ),
  };
};

export const getSecretVersionValue: Handler<'getSecretVersionValue'> = async (
  scope,
  { params: { secretId, version } },
) => {
  const secret = await findSecretById(scope, secretId, describe, 'unencrypted');
  const value = await readValue(scope, secret, version);
  if (value === undefined) return { value: hiddenValue };
  scope.audit.recordRead({
    type: 'dashboard-get-secret-version-value',
    metadata: { ...auditedVersionSecret(secret), secretVersion: version },
    project: secret.project.row,
  });
  return { value };
};

export const redactSecretVersion: Handler<'redactSecretVersion'> = async (scope, { params: { versionId } }) => ({
  secretVersion: await redactVersion(scope, versionId),
});

export const restoreSecretVersion: Handler<'restoreSecretVersion'> = async (
  scope,
  { params: { secretId, version } },
) => ({ secret: secretView(await restoreVersion(scope, secretId, version)) });
