// One measured number and its target (docs/performance.md), for the summary above the tables.

/**
 * @typedef {{ what: string, target: string, measured: string, isMet: boolean }} Figure
 * @typedef {[limit: number, show: (value: number) => string, baseline?: string]} Target
 * @param {string} what
 * @param {number} value
 * @param {Target} target
 * @returns {Figure}
 */
export function atMost(what, value, [limit, show, baseline = '']) {
  return {
    what,
    target: `<= ${show(limit)}${baseline}`,
    measured: show(value),
    isMet: value <= limit,
  };
}

/** Like `atMost`, for a number that should be large. */
export function atLeast(what, value, [limit, show, baseline = '']) {
  return {
    what,
    target: `>= ${show(limit)}${baseline}`,
    measured: show(value),
    isMet: value >= limit,
  };
}
