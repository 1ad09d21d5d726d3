import { IconActivity, IconFolders, IconKey, IconRobot, IconSettings, type Icon } from '@tabler/icons-react';

export interface NavigationLink {
  readonly label: string;
  readonly href: string;
  readonly icon: Icon;
}

export const organizationLinks: readonly NavigationLink[] = [
  { label: 'Projects', href: '/', icon: IconFolders },
  { label: 'Machine identities', href: '/identities', icon: IconRobot },
];

export const projectLinks = (slug: string): readonly NavigationLink[] => [
  { label: 'Secrets', href: `/p/${slug}`, icon: IconKey },
  { label: 'Events', href: `/p/${slug}/events`, icon: IconActivity },
  { label: 'Settings', href: `/p/${slug}/settings`, icon: IconSettings },
];
