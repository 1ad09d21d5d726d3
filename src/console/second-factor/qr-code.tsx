import { Paper } from '@mantine/core';
import { encode } from 'uqr';

/** Draws a QR code in the page itself: what it contains is a secret. Always dark on light, which scanners expect. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { data, size } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <Paper bg="white" w={200} h={200} p={0} flex="none">
      <svg
        viewBox={`0 0 ${size} ${size}`}
        width={200}
        height={200}
        role="img"
        aria-label={label}
        shapeRendering="crispEdges"
      >
        <path d={path} fill="black" />
      </svg>
    </Paper>
  );
};
