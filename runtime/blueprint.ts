// `Blueprint`: views of an application that are declared apart from it (docs/decisions/blueprints.md).
import type { Authorizer } from './authorizers.js';
import type { CORSConfig } from './cors-config.js';
import { functionDecorator, routeDecorator } from './decorators.js';
import { Framework } from './framework.js';
import type { AnyMiddleware } from './layer.js';
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

/** What a blueprint gives to its routes, unless a route says otherwise, and what runs around them. */
export type BlueprintOptions = {
  /** What runs around every view and every lambda function of the blueprint, inside of the middleware of the application. */
  readonly middleware?: readonly AnyMiddleware[];
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
  /** The names under which the OpenAPI document groups its routes; the name of its variable unless given. */
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
export class Blueprint extends Part {
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
    return decorator as never; // because whether the path is right is known to its type alone
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

  /* eslint-disable @typescript-eslint/unbound-method -- they are called on a blueprint, which has a registry too */
  /** Declares a function that runs at times, as `app.schedule` does. */
  readonly schedule: Framework['schedule'] = Framework.prototype.schedule;
  /** Declares a function that gets events of a bus, as `app.onEvent` does. */
  readonly onEvent: Framework['onEvent'] = Framework.prototype.onEvent;
  /** Declares a function that gets the messages of a queue, as `app.onSqsMessage` does. */
  readonly onSqsMessage: Framework['onSqsMessage'] = Framework.prototype.onSqsMessage;
  /** Declares a function that gets the messages of a queue in batches, as `app.onSqsBatch` does. */
  readonly onSqsBatch: Framework['onSqsBatch'] = Framework.prototype.onSqsBatch;
  /** Declares a function that gets the messages of a topic, as `app.onSnsMessage` does. */
  readonly onSnsMessage: Framework['onSnsMessage'] = Framework.prototype.onSnsMessage;
  /** Declares a function that is told of objects of a bucket, as `app.onS3Event` does. */
  readonly onS3Event: Framework['onS3Event'] = Framework.prototype.onS3Event;
  /** Declares a function that gets the changes of a table, as `app.onDynamodbRecord` does. */
  readonly onDynamodbRecord: Framework['onDynamodbRecord'] = Framework.prototype.onDynamodbRecord;
  /** Declares a function that gets the records of a stream, as `app.onKinesisRecord` does. */
  readonly onKinesisRecord: Framework['onKinesisRecord'] = Framework.prototype.onKinesisRecord;
  /* eslint-enable @typescript-eslint/unbound-method */
}
