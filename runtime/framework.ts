// `Framework`: the application object (specification 2.1).
import type { FrameworkOptions } from './api.js';
import { Application } from './application.js';
import { functionDecorator, routeDecorator } from './decorators.js';
import { declareMembers } from './event-decorator.js';
import type { EventMembers } from './events/adapters.js';
import type { PathError } from './route-types/path-error.js';
import type {
  CheckedDecorator,
  FunctionDecorator,
  FunctionOptions,
} from './route-types/route-decorator.js';
import type { CheckOptions, NoOptions, RouteOptions } from './route-types/route-options.js';
import { ERROR_STATUSES } from './contract/http.js';
import { FrameworkViewError } from './errors.js';

/** Makes `instanceof` recognize built-in errors from other copies of the package too. */
function knowErrorsOfCopies(): void {
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

/**
 * An application: its views, its settings and the request being served.
 * @example
 * ```ts
 * import { Framework } from 'framework';
 *
 * export const app = new Framework({ appName: 'helloworld' });
 *
 * class Views {
 *   @app.route('/')
 *   index() {
 *     return { hello: 'world' };
 *   }
 * }
 * ```
 */
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging -- the static block makes these members
export class Framework extends Application {
  static {
    declareMembers(this.prototype);
  }

  constructor(options: FrameworkOptions) {
    super(options);
    knowErrorsOfCopies();
  }

  /**
   * Declares a view. Use it as a method decorator, or call it with a function.
   * @example
   * ```ts
   * class Views {
   *   @app.route('/cities/{city}', { methods: ['GET', 'PUT'], cors: true })
   *   city(city: string) {
   *     return { city };
   *   }
   * }
   * export const index = app.route('/')(() => ({ hello: 'world' }));
   * ```
   */
  route<const P extends string, const O extends RouteOptions = NoOptions>(
    path: [PathError<P>] extends [never] ? P : PathError<P>,
    options?: O & CheckOptions<O>,
  ): CheckedDecorator<P, O> {
    const decorator: unknown = routeDecorator(this, path, options);
    return decorator as never; // because only the return type tells whether the path is valid
  }

  /**
   * Declares a function that is deployed as a separate Lambda function and called with `(event, context)`. Its key in the
   * `lambda_functions` configuration is `name`, which defaults to the name of the method or variable.
   * @example
   * ```ts
   * class Jobs {
   *   @app.lambdaFunction({ name: 'nightly-report' })
   *   report(event: unknown, context: unknown) {
   *     return { ok: true };
   *   }
   * }
   * ```
   */
  lambdaFunction(options?: FunctionOptions): FunctionDecorator {
    const decorator: unknown = functionDecorator(this.$registry, options);
    return decorator as FunctionDecorator; // because one function implements all forms of the decorator
  }
}

/** The methods that declare event sources. */
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type, @typescript-eslint/consistent-type-definitions -- see the class
export interface Framework extends EventMembers {}
