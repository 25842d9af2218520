// The name of one method of a path, or of a function, as the page and its address write it.

/** For example `PUT /cities/{id}`. */
export function routeId(method: string, path: string): string {
  return `${method} ${path}`;
}

/** For example `function order`, which no route is called. */
export function functionId(name: string): string {
  return `function ${name}`;
}
