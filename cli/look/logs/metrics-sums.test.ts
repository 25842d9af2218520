import { expect, test } from 'vitest';
import type { MetricsLine } from './log-line.js';
import { readLogLine } from './log-line.js';
import { sumMetrics } from './metrics-sums.js';

const line = (route: string, duration: number, more: Partial<MetricsLine> = {}): MetricsLine => ({
  kind: 'metrics',
  route,
  isFailed: false,
  duration,
  isCold: false,
  ...more,
});

test('percentiles are values that were measured; routes stand by their requests', () => {
  const many = Array.from({ length: 100 }, (_, index) => line('GET /b', 100 - index));
  const few = [line('GET /a', 7, { isFailed: true, isCold: true }), line('GET /a', 3)];
  expect(sumMetrics([...few, ...many])).toEqual([
    { route: 'GET /b', count: 100, errors: 0, errorShare: 0, p50: 50, p95: 95, coldStarts: 0 },
    { route: 'GET /a', count: 2, errors: 1, errorShare: 0.5, p50: 3, p95: 7, coldStarts: 1 },
  ]);
  expect(sumMetrics([])).toEqual([]);
});

test('metrics that the application writes itself are its output', () => {
  const own = {
    _aws: { CloudWatchMetrics: [{ Namespace: 'shop' }] },
    route: 'x',
    status: 1,
    duration: 1,
  };
  expect(readLogLine(JSON.stringify(own))).toMatchObject({ kind: 'text' });
});
