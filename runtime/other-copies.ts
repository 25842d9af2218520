// Errors of other copies of this package, which a dependency may have installed. A build replaces all copies by one.
// In an application that was not built, errors of other copies are treated like those of this copy.
import { ERROR_STATUSES } from './contract/error-statuses.js';
import { FrameworkViewError } from './errors.js';

/** Makes `instanceof` recognize the built-in errors of every copy. */
export function knowErrorsOfCopies(): void {
  Object.defineProperty(FrameworkViewError, Symbol.hasInstance, {
    configurable: true,
    value(this: typeof FrameworkViewError, value: unknown): boolean {
      const isMade = (by: typeof FrameworkViewError): boolean =>
        Function.prototype[Symbol.hasInstance].call(by, value);
      return (
        isMade(this) ||
        (value instanceof Error && !isMade(FrameworkViewError) && isOfCopy(value, this.name))
      );
    },
  });
}

function isOfCopy(error: Error, name: string): boolean {
  const names = new Set<string>();
  let owner: unknown = error.constructor;
  while (typeof owner === 'function' && owner !== Function.prototype) {
    names.add(owner.name);
    owner = Object.getPrototypeOf(owner);
  }
  return BUILT_IN.has(name) && names.has(name) && names.has(FrameworkViewError.name);
}

const BUILT_IN: ReadonlySet<string> = new Set([
  ...Object.keys(ERROR_STATUSES),
  'HTTPError',
  'InvalidInputError',
]);
