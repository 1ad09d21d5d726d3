import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

const pine: MantineColorsTuple = [
  '#eef6f3',
  '#d9eae4',
  '#b3d5ca',
  '#8abfae',
  '#68ac97',
  '#4e9a83',
  '#3d8671',
  '#2f6f5e',
  '#255a4c',
  '#1a4439',
];

const small = { defaultProps: { size: 'sm' } };

export const theme = createTheme({
  colors: { pine },
  primaryColor: 'pine',
  primaryShade: 7,
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace',
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.25rem' }, h2: { fontSize: '1.05rem' }, h3: { fontSize: '0.95rem' } },
  },
  components: {
    Button: small,
    Badge: { defaultProps: { tt: 'none' } },
    TextInput: small,
    PasswordInput: small,
    Textarea: small,
    Select: small,
    Table: { defaultProps: { verticalSpacing: 6, highlightOnHover: true } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
    Modal: { defaultProps: { centered: true, closeButtonProps: { 'aria-label': 'Close' } } },
    // Elements <header>, which would be further banners of the page.
    ModalHeader: { defaultProps: { role: 'none' } },
    DrawerHeader: { defaultProps: { role: 'none' } },
    // The placeholder is a child that the role of a menu does not allow.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
  },
});

/** Mantine's colours for secondary texts and errors have too little contrast for WCAG AA. */
export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': colors.gray[7],
    '--mantine-color-placeholder': '#6b7280',
    '--mantine-color-error': colors.red[9],
  },
  dark: {
    '--mantine-color-dimmed': colors.dark[1],
    '--mantine-color-placeholder': '#9a9a9a',
    '--mantine-color-error': colors.red[4],
  },
});
