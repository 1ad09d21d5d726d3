import packageJson from '../../../../package.json' with { type: 'json' };
import { FileReply, type Handler } from '../../../contract.ts';
import { backupName } from '../../../backups/schedule.ts';
import { timestamp } from '../../../platform/clock.ts';
import { ofInstance } from '../../../transaction-keys.ts';
import { backupsView } from './view.ts';

export const getBackups: Handler<'getBackups'> = async ({ backups }) => backupsView(await backups.state());

export const downloadBackup: Handler<'downloadBackup'> = async (scope) => {
  const { backups, clock } = scope;
  backups.beginDownload();
  try {
    await scope.transaction(ofInstance, ({ audit }) => audit.record({ type: 'download-backup' }));
  } catch (error) {
    backups.endDownload(false);
    throw error;
  }
  return new FileReply({
    fileName: backupName(clock.now()),
    open: (gone) => backups.copyForDownload(gone),
    close: (isComplete) => backups.endDownload(isComplete),
  });
};

export const getNewestVersion: Handler<'getNewestVersion'> = async ({ newestVersion }) => {
  const { checkedAt, ...state } = await newestVersion.find();
  return { version: packageJson.version, ...state, checkedAt: checkedAt && timestamp(checkedAt) };
};
