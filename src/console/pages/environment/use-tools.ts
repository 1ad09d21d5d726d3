import { useState } from 'react';
import type { Incoming } from '../../transfer/use-incoming.ts';
import type { Tool } from './folder-tools.tsx';
import type { DrawerAddress } from '../../layout/use-drawer-address.ts';

/** What the address of the page can open; dialogs are not in it. */
const drawers: readonly Tool[] = ['history', 'trash'];

const aDayAgo = (): string => new Date(Date.now() - 86_400_000).toISOString();

/** The dialog or drawer of the page that is open. */
export const useTools = (drawer: DrawerAddress) => {
  const [dialog, setDialog] = useState<Tool>();
  const [incoming, setIncoming] = useState<Incoming>();
  const tool = drawers.find((each) => each === drawer.query.get('drawer')) ?? dialog;
  return {
    tool,
    /** What was pasted or dropped, for an import. */
    incoming,
    open: (opened: Tool): void => {
      if (opened === 'past') drawer.open({ at: aDayAgo() });
      else if (drawers.includes(opened)) drawer.open({ drawer: opened });
      else setDialog(opened);
    },
    importText: (text: Incoming): void => {
      setIncoming(text);
      setDialog('import-file');
    },
    close: (): void => {
      if (tool !== dialog) return drawer.close();
      setDialog(undefined);
      setIncoming(undefined);
    },
  };
};
