// `Framework`: the application object (specification 2.1).
import type { FrameworkOptions } from './api.js';
import { Application } from './application.js';
import { functionDecorator, routeDecorator } from './decorators.js';
import { eventDecorator } from './event-decorator.js';
import type { EventDecorator, InputDecorator } from './events/decorator-type.js';
import type { S3Options } from './events/s3/s3-options.js';
import type { SnsOptions } from './events/sns/sns-options.js';
import type { SqsBatchOptions, SqsMessageOptions } from './events/sqs/queue-options.js';
import type { RuleOptions } from './events/rule/rule-options.js';
import type {
  CheckedExpression,
  JsonValue,
  ScheduleOptions,
  Written,
} from './events/schedule/schedule-options.js';
import type { EventPattern } from './events/source-options.js';
import type { DynamodbOptions } from './events/dynamodb/dynamodb-options.js';
import type { KinesisOptions } from './events/kinesis/kinesis-options.js';
import type { CloudEvent } from './events/rule/cloud-event.js';
import type { ScheduledEvent } from './events/schedule/scheduled-event.js';
import type { DynamodbRecord } from './events/dynamodb/dynamodb-record.js';
import type { KinesisRecord } from './events/kinesis/kinesis-record.js';
import type { S3Object } from './events/s3/s3-object.js';
import type { SnsMessage } from './events/sns/sns-message.js';
import type { SqsBatch } from './events/sqs/sqs-batch.js';
import type { SqsMessage } from './events/sqs/sqs-message.js';
import { knowErrorsOfCopies } from './other-copies.js';
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
  constructor(options: FrameworkOptions) {
    super(options);
    knowErrorsOfCopies();
  }

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
    const decorator: unknown = routeDecorator(this, path, options);
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
   * Declares a function that EventBridge calls at times: a decorator of a method, or called with a function.
   *
   * @example
   * ```ts
   * class Jobs {
   *   @app.schedule('cron(0 3 * * ? *)', { timezone: 'Europe/Berlin' })
   *   nightly(event: ScheduledEvent) {
   *     return event.time;
   *   }
   * }
   * ```
   */
  schedule<const E extends string, const Input extends JsonValue = never>(
    expression: CheckedExpression<E>,
    options?: ScheduleOptions<Input>,
  ): [Input] extends [never]
    ? EventDecorator<ScheduledEvent, ScheduledEvent, 'a ScheduledEvent'>
    : InputDecorator<Written<Input>>;
  schedule(...[, options]: readonly [expression: string, options?: ScheduleOptions]): unknown {
    return eventDecorator(this.$registry, 'schedule', options);
  }

  /**
   * Declares a function that gets the events of a bus of EventBridge that fit a pattern.
   *
   * @example
   * ```ts
   * class Builds {
   *   @app.onEvent({ source: ['aws.codecommit'] })
   *   pushed(event: CloudEvent) {
   *     return event.detail;
   *   }
   * }
   * ```
   */
  onEvent(
    pattern: EventPattern,
    options?: RuleOptions,
  ): EventDecorator<CloudEvent, CloudEvent<unknown>, 'a CloudEvent'>;
  onEvent(...[, options]: readonly [pattern: EventPattern, options?: RuleOptions]): unknown {
    return eventDecorator(this.$registry, 'onEvent', options);
  }

  /**
   * Declares a function that gets each message of a queue by itself. A throw fails that message alone.
   *
   * @example
   * ```ts
   * class Orders {
   *   @app.onSqsMessage({ queue: 'orders', batchSize: 10 })
   *   order(message: SqsMessage<{ id: string }>) {
   *     return message.body.id;
   *   }
   * }
   * ```
   */
  onSqsMessage(
    options: SqsMessageOptions,
  ): EventDecorator<SqsMessage, SqsMessage<unknown>, 'an SqsMessage'> {
    const decorator: unknown = eventDecorator(this.$registry, 'onSqsMessage', options);
    return decorator as never; // because one function serves all forms of a decorator
  }

  /**
   * Declares a function that gets the messages of a queue in batches, and says which of them failed.
   *
   * @example
   * ```ts
   * class Audit {
   *   @app.onSqsBatch({ queue: 'audit' })
   *   audit(batch: SqsBatch) {
   *     for (const message of batch) if (message.body === '') batch.fail(message, 'empty');
   *   }
   * }
   * ```
   */
  onSqsBatch(options: SqsBatchOptions): EventDecorator<SqsBatch, SqsBatch<unknown>, 'an SqsBatch'> {
    const decorator: unknown = eventDecorator(this.$registry, 'onSqsBatch', options);
    return decorator as never; // because one function serves all forms of a decorator
  }

  /**
   * Declares a function that gets the messages of a topic.
   *
   * @example
   * ```ts
   * class Alerts {
   *   @app.onSnsMessage({ topic: 'alerts' })
   *   alert(message: SnsMessage) {
   *     return message.subject;
   *   }
   * }
   * ```
   */
  onSnsMessage(
    options: SnsOptions,
  ): EventDecorator<SnsMessage, SnsMessage<unknown>, 'an SnsMessage'> {
    const decorator: unknown = eventDecorator(this.$registry, 'onSnsMessage', options);
    return decorator as never; // because one function serves all forms of a decorator
  }

  /**
   * Declares a function that gets what happens to the objects of a bucket.
   *
   * @example
   * ```ts
   * class Photos {
   *   @app.onS3Event({ bucket: 'uploads', prefix: 'in/' })
   *   uploaded(object: S3Object) {
   *     return object.key;
   *   }
   * }
   * ```
   */
  onS3Event(options: S3Options): EventDecorator<S3Object, S3Object, 'an S3Object'> {
    const decorator: unknown = eventDecorator(this.$registry, 'onS3Event', options);
    return decorator as never; // because one function serves all forms of a decorator
  }

  /**
   * Declares a function that gets the changes of the items of a table.
   *
   * @example
   * ```ts
   * class Orders {
   *   @app.onDynamodbRecord({ table: 'Orders' })
   *   changed(record: DynamodbRecord<{ id: string }>) {
   *     return record.newImage?.id;
   *   }
   * }
   * ```
   */
  onDynamodbRecord(
    options: DynamodbOptions,
  ): EventDecorator<DynamodbRecord, DynamodbRecord<unknown>, 'a DynamodbRecord'> {
    const decorator: unknown = eventDecorator(this.$registry, 'onDynamodbRecord', options);
    return decorator as never; // because one function serves all forms of a decorator
  }

  /**
   * Declares a function that gets the records of a stream.
   *
   * @example
   * ```ts
   * class Clicks {
   *   @app.onKinesisRecord({ stream: 'clicks' })
   *   click(record: KinesisRecord<{ page: string }>) {
   *     return record.data.page;
   *   }
   * }
   * ```
   */
  onKinesisRecord(
    options: KinesisOptions,
  ): EventDecorator<KinesisRecord, KinesisRecord<unknown>, 'a KinesisRecord'> {
    const decorator: unknown = eventDecorator(this.$registry, 'onKinesisRecord', options);
    return decorator as never; // because one function serves all forms of a decorator
  }
}
