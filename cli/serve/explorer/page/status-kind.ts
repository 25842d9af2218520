// The class of a status, for its colour.

export function statusKind(status: number | 'gone'): 'good' | 'moved' | 'refused' | 'failed' {
  if (status === 'gone' || status >= 500) return 'failed';
  if (status >= 400) return 'refused';
  return status >= 300 ? 'moved' : 'good';
}
