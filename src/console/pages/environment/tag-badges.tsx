import type { ListedSecret } from '../../secrets/use-secrets.ts';

const looks = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 5,
  padding: '0 6px',
  border: '1px solid var(--mantine-color-default-border)',
  borderRadius: 10,
  fontSize: 'var(--mantine-font-size-xs)',
};

/** The tags of a secret. */
export const TagBadges = ({ tags }: Pick<ListedSecret, 'tags'>) =>
  tags.map(({ id, slug, color }) => (
    <span key={id} style={looks}>
      <span
        aria-hidden
        style={{ width: 8, height: 8, borderRadius: 4, background: color ?? 'var(--mantine-color-dimmed)' }}
      />
      {slug}
    </span>
  ));
