// The ARNs of parameters of Systems Manager.
import type { InputValue } from '../sdk-use.js';
import { anywhere, arnIn, arnsOf, nameIn, UNKNOWN } from './arn.js';

const NAME_CHARACTER = /[\w./-]/;

export function parameterArns(names: readonly InputValue[]): readonly string[] | undefined {
  return arnsOf(names, (text) => {
    if (text.startsWith('arn:')) {
      const arn = arnIn(text, { service: 'ssm', resource: /^parameter\/[\w./:*-]+$/ });
      return arn === undefined ? undefined : [withoutVersion(arn)];
    }
    // `name:version` and `name:label` are the parameter `name`.
    const name = pathOf(text.replace(/:[^:]*$/, ''));
    return name === undefined ? undefined : [anywhere('ssm', `parameter${name}`)];
  });
}

/** Everything below a path. */
export function parameterTrees(paths: readonly InputValue[]): readonly string[] | undefined {
  return arnsOf(paths, (text) => {
    const path = text === '/' ? '/' : pathOf(text.replace(/\/$/, ''));
    if (path === undefined) return undefined;
    return [anywhere('ssm', `parameter${path}*`.replace(/\*+$/, '*'))];
  });
}

/** With a slash before it; when the beginning is not known, that may have one, be empty, or begin an ARN. */
function pathOf(text: string): string | undefined {
  if (text.includes('//')) return undefined;
  const name = nameIn(text, NAME_CHARACTER);
  if (name === undefined || name === '/') return undefined;
  return name.startsWith('/') || text.startsWith(UNKNOWN) ? name : `/${name}`;
}

/** `arn:aws:ssm:eu-west-1:123456789012:parameter/name:3`. */
function withoutVersion(arn: string): string {
  return arn.split(':').slice(0, 6).join(':');
}
