import { Group, Radio, useMantineColorScheme } from '@mantine/core';
import { Section } from '../../components/section.tsx';
import { schemes } from '../../layout/account-menu.tsx';

/** The colour scheme of this browser. */
export const Appearance = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Section title="Colours" description="Of the console in this browser.">
      <Radio.Group aria-label="Colours" value={colorScheme} onChange={(value) => setColorScheme(value)}>
        <Group>
          {schemes.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Group>
      </Radio.Group>
    </Section>
  );
};
