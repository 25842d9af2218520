// `Blueprint`: views of an application that are declared apart from it (docs/decisions/blueprints.md).
import type { Authorizer } from './authorizers.js';
import type { CORSConfig } from './cors-config.js';
import { functionDecorator, routeDecorator } from './decorators.js';
import { declareMembers } from './event-decorator.js';
import type { EventMembers } from './events/adapters.js';
import type { AnyMiddleware, ErrorFormat } from './layer.js';
import { Part } from './part.js';
import type { CheckedPartDecorator } from './route-types/blueprint-decorator.js';
import type { FunctionDecorator, FunctionOptions } from './route-types/function-decorator.js';
import type { PathError } from './route-types/path-error.js';
import type {
  CheckOptions,
  MediaType,
  NoOptions,
  RouteOptions,
} from './route-types/route-options.js';

/** The defaults that a blueprint gives to its routes, and its middleware. */
export type BlueprintOptions = {
  /** Middleware around every view and lambda function of the blueprint, inside that of the application. */
  readonly middleware?: readonly AnyMiddleware[];
  /** The bodies of errors of its views; what it leaves out comes from the format around it. */
  readonly errors?: ErrorFormat;
  /** The `cors` of each route that has none of its own. */
  readonly cors?: boolean | CORSConfig;
  /**
   * The `authorizer` of each route that has none of its own; null takes back that of the blueprint around it.
   */
  readonly authorizer?: Authorizer | null;
  /** The `contentTypes` of each route that has none of its own. */
  readonly contentTypes?: readonly [MediaType, ...MediaType[]];
  /** The `apiKeyRequired` of each route that has none of its own. */
  readonly apiKeyRequired?: boolean;
  /** The tags that group its routes in the OpenAPI document; defaults to the name of its variable. */
  readonly tags?: readonly string[];
};

/**
 * Views that are declared apart from the application, and become part of it where they are registered.
 *
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
export class Blueprint extends Part {
  static {
    declareMembers(this.prototype);
  }

  constructor(options: BlueprintOptions = {}) {
    super(options);
  }

  /**
   * Declares a view, as `app.route` does. The view takes the captures of its path and those of the prefix.
   *
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
    return decorator as never; // because only its type tells whether the path is right
  }

  /**
   * Declares a function that is deployed by itself, as `app.lambdaFunction` does.
   *
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
    return decorator as FunctionDecorator; // because one function serves all forms of a decorator
  }
}

/** The members that declare sources of events, as those of an application do. */
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type, @typescript-eslint/consistent-type-definitions -- see the class
export interface Blueprint extends EventMembers {}
