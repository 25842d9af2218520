// `framework logs --metrics`: adds up, by route, the metrics lines that the runtime writes (runtime/handler.ts).
import { indentedJson } from '../../../compiler/json-values.js';
import { compareTexts } from '../../../compiler/text-order.js';
import { renderTable, type TableLook } from '../../terminal/table.js';
import type { MetricsLine } from './log-line.js';

/** The sums for one route. Durations are in milliseconds. */
export type RouteSums = {
  /** The method and the route, for example `GET /cities/{city}`. */
  readonly route: string;
  readonly count: number;
  /** The number of failed requests (a status of 500 or more, or a stream that failed), and their share, from 0 to 1. */
  readonly errors: number;
  readonly errorShare: number;
  readonly p50: number;
  readonly p95: number;
  readonly coldStarts: number;
};

/** Returns the sums for each route, the most requested route first. */
export function sumMetrics(lines: readonly MetricsLine[]): readonly RouteSums[] {
  const byRoute = new Map<string, MetricsLine[]>();
  for (const line of lines) {
    const own = byRoute.get(line.route);
    if (own) own.push(line);
    else byRoute.set(line.route, [line]);
  }
  return [...byRoute]
    .map(([route, own]) => {
      const durations = own.map(({ duration }) => duration).toSorted((a, b) => a - b);
      const errors = own.filter(({ isFailed }) => isFailed).length;
      return {
        route,
        count: own.length,
        errors,
        errorShare: errors / own.length,
        p50: percentile(durations, 0.5),
        p95: percentile(durations, 0.95),
        coldStarts: own.filter(({ isCold }) => isCold).length,
      };
    })
    .toSorted((a, b) => b.count - a.count || compareTexts(a.route, b.route));
}

/** Returns a percentile: the smallest value that at least this share of the sorted values does not exceed. */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
}

export function metricsDocument(from: number, routes: readonly RouteSums[]): string {
  return indentedJson({ version: 1, from: new Date(from).toISOString(), routes });
}

export function renderSums(routes: readonly RouteSums[], look: TableLook): string {
  const right = (title: string) => ({ title, align: 'right' }) as const;
  const titles = [
    { title: 'ROUTE' },
    ...['REQUESTS', 'ERRORS', 'P50', 'P95', 'COLD STARTS'].map(right),
  ];
  const rows = routes.map(({ route, count, errorShare, p50, p95, coldStarts }) => [
    route,
    String(count),
    `${(errorShare * 100).toFixed(1)} %`,
    `${p50} ms`,
    `${p95} ms`,
    String(coldStarts),
  ]);
  return renderTable(titles, rows, look);
}
