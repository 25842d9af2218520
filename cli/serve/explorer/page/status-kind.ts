// Returns the CSS class of a status or of a run's outcome. The class determines the color.

export function statusKind(
  status: number | 'gone' | 'done' | 'failed',
): 'good' | 'moved' | 'refused' | 'failed' {
  if (status === 'done') return 'good';
  if (status === 'gone' || status === 'failed' || status >= 500) return 'failed';
  if (status >= 400) return 'refused';
  return status >= 300 ? 'moved' : 'good';
}
