import {
  IconActivity,
  IconCertificate,
  IconFolders,
  IconHourglass,
  IconKey,
  IconListSearch,
  IconLock,
  IconPlugConnected,
  IconRefresh,
  IconRobot,
  IconSettings,
  IconShieldCheck,
  IconUserShield,
  IconServerCog,
  IconUser,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';

export interface NavigationLink {
  readonly label: string;
  readonly href: string;
  readonly icon: Icon;
}

export const organizationLinks: readonly NavigationLink[] = [
  { label: 'Projects', href: '/', icon: IconFolders },
  { label: 'People', href: '/people', icon: IconUser },
  { label: 'Groups', href: '/groups', icon: IconUsers },
  { label: 'Machine identities', href: '/identities', icon: IconRobot },
  { label: 'Roles', href: '/org/roles', icon: IconShieldCheck },
  { label: 'App connections', href: '/org/connections', icon: IconPlugConnected },
  { label: 'Security', href: '/org/security', icon: IconLock },
  { label: 'Audit log', href: '/audit', icon: IconListSearch },
];

/** Where the pages of a project lead besides: what its settings and access depend on. */
export const linksFromProject: readonly NavigationLink[] = organizationLinks
  .filter(({ href }) => ['/', '/people', '/audit'].includes(href))
  .map((link) => (link.href === '/' ? { ...link, label: 'Other projects' } : link));

/** The page of the whole server, for those who administer it. */
export const adminLink: NavigationLink = { label: 'Instance', href: '/admin', icon: IconServerCog };

export const projectLinks = (slug: string): readonly NavigationLink[] => [
  { label: 'Secrets', href: `/p/${slug}`, icon: IconKey },
  { label: 'Access', href: `/p/${slug}/access`, icon: IconUserShield },
  { label: 'Roles', href: `/p/${slug}/roles`, icon: IconShieldCheck },
  { label: 'Leases', href: `/p/${slug}/leases`, icon: IconHourglass },
  { label: 'Rotations', href: `/p/${slug}/rotations`, icon: IconRefresh },
  { label: 'Certificates', href: `/p/${slug}/certificates`, icon: IconCertificate },
  { label: 'Events', href: `/p/${slug}/events`, icon: IconActivity },
  { label: 'Settings', href: `/p/${slug}/settings`, icon: IconSettings },
];
