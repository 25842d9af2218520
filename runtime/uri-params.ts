// The captured path parameters of a request, percent-decoded exactly once (docs/decisions/captures.md): a gateway
// passes some encoded and some already decoded, and only the request path shows which.
import type { ProxyEvent } from './contract/proxy-event.js';
import { BadRequestError } from './errors.js';

/** Captures by name, decoded; null when the route has none. */
export function uriParamsOf(event: ProxyEvent): Record<string, string> | null {
  const captured = event.pathParameters;
  if (!captured) return null;
  // An assignment would lose a capture named `__proto__`.
  return Object.fromEntries(
    Object.keys(captured).map((name) => [name, captureOf(event, name) ?? '']),
  );
}

/** One capture, decoded. */
export function captureOf(event: ProxyEvent, name: string): string | undefined {
  const value = event.pathParameters?.[name];
  return value?.includes('%') && isEncoded(event, name, value) ? decode(name, value) : value;
}

/** A capture that equals its segment of the path has not been decoded; a custom domain may prefix the path. */
function isEncoded(event: ProxyEvent, name: string, value: string): boolean {
  const fromRight = event.resource.split('/').reverse().indexOf(`{${name}}`);
  return (
    event.path
      .replace(/\/$/, '')
      .split('/')
      .at(-1 - fromRight) === value
  );
}

function decode(name: string, value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw new BadRequestError(`Malformed percent-encoding in '${name}': ${value}`);
  }
}
