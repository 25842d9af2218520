// The id of one method of a path, or of a function, as the page and its URL write it.

/** For example `PUT /cities/{id}`. */
export function routeId(method: string, path: string): string {
  return `${method} ${path}`;
}

/** For example `function order`; no route has such an id. */
export function functionId(name: string): string {
  return `function ${name}`;
}
