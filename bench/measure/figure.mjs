// One measured number and its target (docs/performance.md), for the summary above the tables.

/**
 * @typedef {{ what: string, target: string, measured: string, isMet: boolean }} Figure
 * @param {{ what: string, value: number, atMost: number, show: (value: number) => string, than?: string }} options
 *   `than` names the baseline
 * @returns {Figure}
 */
export function atMost({ what, value, atMost: limit, show, than = '' }) {
  return { what, target: `<= ${show(limit)}${than}`, measured: show(value), isMet: value <= limit };
}

/** Like `atMost`, for a number that should be large. */
export function atLeast({ what, value, atLeast: limit, show, than = '' }) {
  return { what, target: `>= ${show(limit)}${than}`, measured: show(value), isMet: value >= limit };
}
