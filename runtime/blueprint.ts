// `Blueprint`: views that are declared separately from their application (docs/decisions/blueprints.md).
import type { Authorizer } from './authorizers.js';
import type { CORSConfig } from './cors-config.js';
import { functionDecorator, routeDecorator } from './decorators.js';
import { declareMembers } from './event-decorator.js';
import type { EventMembers } from './events/adapters.js';
import type { AnyMiddleware, ErrorFormat } from './layer.js';
import { BlueprintBase } from './blueprint-base.js';
import type {
  CheckedPartDecorator,
  FunctionDecorator,
  FunctionOptions,
} from './route-types/route-decorator.js';
import type { PathError } from './route-types/path-error.js';
import type {
  CheckOptions,
  MediaType,
  NoOptions,
  RouteOptions,
} from './route-types/route-options.js';

/** The middleware of a blueprint, and the defaults for its routes. */
export type BlueprintOptions = {
  /** Middleware around every view and lambda function in the blueprint. It runs inside the application's middleware. */
  readonly middleware?: readonly AnyMiddleware[];
  /**
   * The format of error bodies for the blueprint's views. Members that are omitted come from the format of the enclosing
   * blueprint or application.
   */
  readonly errors?: ErrorFormat;
  /** The default `cors` for its routes. */
  readonly cors?: boolean | CORSConfig;
  /** The default `authorizer` for its routes; null removes the default of the enclosing blueprint. */
  readonly authorizer?: Authorizer | null;
  /** The default `contentTypes` for its routes. */
  readonly contentTypes?: readonly [MediaType, ...MediaType[]];
  /** The default `apiKeyRequired` for its routes. */
  readonly apiKeyRequired?: boolean;
  /** The tags that group its routes in the OpenAPI document; defaults to the name of the blueprint's variable. */
  readonly tags?: readonly string[];
};

/**
 * A group of views that is declared separately from the application and becomes part of it when registered.
 * @example
 * ```ts
 * import { Blueprint, Framework } from 'framework';
 *
 * export const admin = new Blueprint({ cors: true });
 *
 * class Users {
 *   @admin.route('/users/{id}')
 *   user(id: string) {
 *     return { id };
 *   }
 * }
 * export const app = new Framework({ appName: 'helloworld' });
 * app.register(admin, { urlPrefix: '/admin' }); // GET /admin/users/{id}
 * ```
 */
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging -- the static block makes these members
export class Blueprint extends BlueprintBase {
  static {
    declareMembers(this.prototype);
  }

  constructor(options: BlueprintOptions = {}) {
    super(options);
  }

  /**
   * Declares a view, like `app.route`. The view receives the captures of its path and those of the prefix.
   * @example
   * ```ts
   * const cities = new Blueprint();
   * class Views {
   *   @cities.route('/{city}', { methods: ['GET', 'PUT'] })
   *   city(city: string) {
   *     return { city };
   *   }
   * }
   * app.register(cities, { urlPrefix: '/cities' });
   * ```
   */
  route<const P extends string, const O extends RouteOptions = NoOptions>(
    path: [PathError<P>] extends [never] ? P : PathError<P>,
    options?: O & CheckOptions<O>,
  ): CheckedPartDecorator<P, O> {
    const decorator: unknown = routeDecorator(this.$registry, path, options);
    return decorator as never; // because only the return type tells whether the path is valid
  }

  /**
   * Declares a function that is deployed as a separate Lambda function, like `app.lambdaFunction`.
   * @example
   * ```ts
   * const jobs = new Blueprint();
   * class Nightly {
   *   @jobs.lambdaFunction()
   *   report() {
   *     return { ok: true };
   *   }
   * }
   * app.register(jobs, { namePrefix: 'jobs-' }); // the function jobs-report
   * ```
   */
  lambdaFunction(options?: FunctionOptions): FunctionDecorator {
    const decorator: unknown = functionDecorator(this.$registry, options);
    return decorator as FunctionDecorator; // because one function implements all forms of the decorator
  }
}

/** The methods that declare event sources, the same as those of an application. */
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type, @typescript-eslint/consistent-type-definitions -- see the class
export interface Blueprint extends EventMembers {}
