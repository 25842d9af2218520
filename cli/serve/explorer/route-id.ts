// The name of one method of a path, as the page and its address write it.

/** For example `PUT /cities/{id}`. */
export function routeId(method: string, path: string): string {
  return `${method} ${path}`;
}
