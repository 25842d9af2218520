// Joins the prefix of a blueprint and the path of a route (docs/decisions/blueprints.md).

/** `/admin` and `/users` are `/admin/users`, `/admin` and `/` are `/admin`, `/` and `/users` are `/users`. */
export function joinPaths(prefix: string, path: string): string {
  if (path === '/') return prefix;
  return prefix === '/' ? path : prefix + path;
}
