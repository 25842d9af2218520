// `Blueprint`: views that are declared separately from their application (docs/decisions/blueprints.md).
import type { Authorizer } from './authorizers.js';
import type { CORSConfig } from './cors-config.js';
import { functionDecorator, routeDecorator } from './decorators.js';
import { declareMembers } from './event-decorator.js';
import type { EventMembers } from './events/adapters.js';
import type { AnyMiddleware, ErrorFormat } from './layer.js';
import { Part } from './part.js';
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

/** The defaults of a blueprint's routes, and its middleware. */
export type BlueprintOptions = {
  /** Middleware around every view and lambda function of the blueprint, inside that of the application. */
  readonly middleware?: readonly AnyMiddleware[];
  /** The error bodies of its views; what it leaves out comes from the format around it. */
  readonly errors?: ErrorFormat;
  /** The default `cors` of its routes. */
  readonly cors?: boolean | CORSConfig;
  /** The default `authorizer` of its routes; null removes that of the blueprint around it. */
  readonly authorizer?: Authorizer | null;
  /** The default `contentTypes` of its routes. */
  readonly contentTypes?: readonly [MediaType, ...MediaType[]];
  /** The default `apiKeyRequired` of its routes. */
  readonly apiKeyRequired?: boolean;
  /** The tags that group its routes in the OpenAPI document; defaults to the name of its variable. */
  readonly tags?: readonly string[];
};

/**
 * Views that are declared separately and become part of an application when they are registered.
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
    return decorator as never; // because only its type says whether the path is valid
  }

  /**
   * Declares a function that is deployed on its own, as `app.lambdaFunction` does.
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

/** The members that declare event sources, as on an application. */
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type, @typescript-eslint/consistent-type-definitions -- see the class
export interface Blueprint extends EventMembers {}
