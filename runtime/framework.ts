// `Framework`: the application object (specification 2.1).
import { Application } from './application.js';
import { functionDecorator, routeDecorator } from './decorators.js';
import { eventDecorator } from './event-decorator.js';
import type { CloudEvent, ScheduledEvent } from './events/cloud-event.js';
import type { DynamodbRecord } from './events/dynamodb-record.js';
import type { KinesisRecord } from './events/kinesis-record.js';
import type { S3Object } from './events/s3-object.js';
import type { SnsMessage } from './events/sns-message.js';
import type { SqsBatch } from './events/sqs-batch.js';
import type { SqsMessage } from './events/sqs-message.js';
import type { EventDecorator } from './route-types/event-decorator.js';
import type {
  DynamodbOptions,
  EventOptions,
  EventPattern,
  KinesisOptions,
  S3Options,
  ScheduleOptions,
  SnsOptions,
  SqsBatchOptions,
  SqsOptions,
} from './route-types/event-options.js';
import type { FunctionDecorator, FunctionOptions } from './route-types/function-decorator.js';
import type { PathError } from './route-types/path-error.js';
import type { CheckedDecorator } from './route-types/route-decorator.js';
import type { CheckOptions, NoOptions, RouteOptions } from './route-types/route-options.js';

/**
 * An application: its views, its settings and the request being served.
 *
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
export class Framework extends Application {
  /**
   * Declares a view: a decorator of a method, or called with a function.
   *
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
    const decorator: unknown = routeDecorator(this.$registry, path, options);
    return decorator as never; // because whether the path is right is known to its type alone
  }

  /**
   * Declares a function that is deployed by itself and called with `(event, context)`. Its name in the `lambda_functions`
   * configuration is the name of the method or variable unless `name` is given.
   *
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
    return decorator as FunctionDecorator; // because one function serves all forms of a decorator
  }

  /**
   * Declares a function that runs at times: `rate(5 minutes)`, `cron(0 3 * * ? *)` or `at(2030-01-01T00:00:00)`. With
   * `input` it gets that value in place of the event.
   *
   * @example
   * ```ts
   * class Jobs {
   *   @app.schedule('cron(0 3 * * ? *)', { timezone: 'Europe/Berlin' })
   *   nightly(event: ScheduledEvent) {
   *     app.log.info(event.time);
   *   }
   * }
   * ```
   */
  schedule<const O extends ScheduleOptions>(
    expression: string,
    options?: O,
  ): EventDecorator<O extends { readonly input: unknown } ? unknown : ScheduledEvent> {
    const decorator: unknown = eventDecorator(this.$registry, 'schedule', {
      expression,
      ...options,
    });
    return decorator as never; // because one function serves all forms of a decorator
  }

  /**
   * Declares a function that gets the events of a bus of EventBridge that match a pattern.
   *
   * @example
   * ```ts
   * class Jobs {
   *   @app.onEvent({ source: ['aws.codecommit'] })
   *   pushed(event: CloudEvent<{ repositoryName: string }>) {
   *     app.log.info(event.detail.repositoryName);
   *   }
   * }
   * ```
   */
  onEvent(pattern: EventPattern, options?: EventOptions): EventDecorator<CloudEvent<unknown>> {
    const decorator: unknown = eventDecorator(this.$registry, 'onEvent', { pattern, ...options });
    return decorator as never; // because one function serves all forms of a decorator
  }

  /**
   * Declares a function that gets the messages of a queue, one a call. A throw fails that message alone.
   *
   * @example
   * ```ts
   * class Jobs {
   *   @app.onSqsMessage({ queue: 'orders' })
   *   async order(message: SqsMessage<{ id: string }>) {
   *     await Promise.resolve(message.body.id);
   *   }
   * }
   * ```
   */
  onSqsMessage(options: SqsOptions): EventDecorator<SqsMessage<unknown>> {
    const decorator: unknown = eventDecorator(this.$registry, 'onSqsMessage', options);
    return decorator as never; // because one function serves all forms of a decorator
  }

  /**
   * Declares a function that gets the messages of a queue in batches, and says which of them failed.
   *
   * @example
   * ```ts
   * class Jobs {
   *   @app.onSqsBatch({ queue: 'audit' })
   *   audit(batch: SqsBatch) {
   *     for (const message of batch) if (message.body === '') batch.fail(message, 'empty');
   *   }
   * }
   * ```
   */
  onSqsBatch(options: SqsBatchOptions): EventDecorator<SqsBatch<unknown>> {
    const decorator: unknown = eventDecorator(this.$registry, 'onSqsBatch', options);
    return decorator as never; // because one function serves all forms of a decorator
  }

  /**
   * Declares a function that gets the messages of a topic.
   *
   * @example
   * ```ts
   * class Jobs {
   *   @app.onSnsMessage({ topic: 'alerts' })
   *   alert(message: SnsMessage) {
   *     app.log.warning(message.subject, message.message);
   *   }
   * }
   * ```
   */
  onSnsMessage(options: SnsOptions): EventDecorator<SnsMessage<unknown>> {
    const decorator: unknown = eventDecorator(this.$registry, 'onSnsMessage', options);
    return decorator as never; // because one function serves all forms of a decorator
  }

  /**
   * Declares a function that is told what happens to the objects of a bucket.
   *
   * @example
   * ```ts
   * class Jobs {
   *   @app.onS3Event({ bucket: 'uploads', prefix: 'in/' })
   *   uploaded(object: S3Object) {
   *     app.log.info(object.key);
   *   }
   * }
   * ```
   */
  onS3Event(options: S3Options): EventDecorator<S3Object> {
    const decorator: unknown = eventDecorator(this.$registry, 'onS3Event', options);
    return decorator as never; // because one function serves all forms of a decorator
  }

  /**
   * Declares a function that gets the changes of a table, in order.
   *
   * @example
   * ```ts
   * class Jobs {
   *   @app.onDynamodbRecord({ table: 'Orders' })
   *   changed(record: DynamodbRecord<{ id: string; total: number }>) {
   *     app.log.info(record.newImage?.total);
   *   }
   * }
   * ```
   */
  onDynamodbRecord(options: DynamodbOptions): EventDecorator<DynamodbRecord<unknown>> {
    const decorator: unknown = eventDecorator(this.$registry, 'onDynamodbRecord', options);
    return decorator as never; // because one function serves all forms of a decorator
  }

  /**
   * Declares a function that gets the records of a stream of Kinesis, in order.
   *
   * @example
   * ```ts
   * class Jobs {
   *   @app.onKinesisRecord({ stream: 'clicks' })
   *   click(record: KinesisRecord<{ page: string }>) {
   *     app.log.info(record.data.page);
   *   }
   * }
   * ```
   */
  onKinesisRecord(options: KinesisOptions): EventDecorator<KinesisRecord<unknown>> {
    const decorator: unknown = eventDecorator(this.$registry, 'onKinesisRecord', options);
    return decorator as never; // because one function serves all forms of a decorator
  }
}
