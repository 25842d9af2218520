// The public entry point of the package: everything an application imports from 'framework'.
export {
  CustomAuthorizer,
  type CustomAuthorizerOptions,
  type DefineAuthorizerOptions,
  IAMAuthorizer,
  UserPoolAuthorizer,
  type UserPoolAuthorizerOptions,
  type Authorizer,
} from './authorizers.js';
export type { CookieAttributes, RequestCookies } from './cookies.js';
export type { LambdaContext, ProxyEvent, ProxyResult } from './contract/proxy-event.js';
export type { HttpMethod } from './contract/http.js';
export { CORSConfig, type CORSConfigOptions } from './cors-config.js';
export {
  BadRequestError,
  ConflictError,
  ForbiddenError,
  FrameworkViewError,
  MethodNotAllowedError,
  NotFoundError,
  RequestTimeoutError,
  TooManyRequestsError,
  UnauthorizedError,
  UnprocessableEntityError,
} from './errors.js';
export type { Api, FrameworkOptions } from './api.js';
export { Framework } from './framework.js';
export { createFunctionHandler, type FunctionHandler } from './function-handler.js';
export { createHandler, type Handler } from './handler.js';
export { HTTPError } from './http-error.js';
export { InvalidInputError, type Problem } from './input-error.js';
export type { Int, List, ListRules, Num, NumberRules, Text, TextRules } from './input-types.js';
export type { Logger, LogLevel } from './logger.js';
export type { QueryParams } from './uri-params.js';
export type { Request, RequestContext, RequestDict, RequestIdentity } from './request.js';
export type { RequestHeaders } from './request-headers.js';
export type { HeaderValue } from './response-headers.js';
export { type RedirectStatus, Response, type ResponseBody } from './response.js';
export type {
  FunctionDecorator,
  FunctionOptions,
  RouteDecorator,
  View,
} from './route-types/route-decorator.js';
export type { MediaType, RouteOptions } from './route-types/route-options.js';
// Exported after Response, so that the bundles of applications without middleware stay byte-identical.
export {
  middleware,
  type MiddlewareMaker,
  type ProviderOptions,
  type SecurityScheme,
} from './middleware.js';
export type { AnyMiddleware, EventStep, HttpStep, Middleware, Next } from './layer.js';
export type { Provided, Provider } from './provider.js';
export { CloudEvent, type RuleOptions } from './events/rule/rule.js';
export { ScheduledEvent } from './events/schedule/schedule.js';
export {
  type DynamodbOptions,
  DynamodbRecord,
  type DynamodbValue,
} from './events/dynamodb/dynamodb.js';
export { type KinesisOptions, KinesisRecord } from './events/kinesis/kinesis.js';
export { type S3EventName, S3Object, type S3Options } from './events/s3/s3.js';
export { SnsMessage, type SnsOptions } from './events/sns/sns.js';
export { SqsBatch, SqsMessage } from './events/sqs/sqs.js';
export type { SqsBatchOptions, SqsMessageOptions } from './events/sqs/sqs.js';
export { rate, type RateUnit } from './events/schedule/schedule.js';
export { Blueprint, type BlueprintOptions } from './blueprint.js';
export type { RegisterOptions } from './mount.js';
export type { InputDecorator, JsonValue, ScheduleOptions } from './events/schedule/schedule.js';
export type {
  EventDecorator,
  EventPattern,
  NamedSource,
  OnInvalid,
} from './events/source-member.js';
export { errorFormat } from './error-format.js';
export type { AnsweredError, ErrorFormat, ErrorFormatOptions } from './layer.js';
export { sse } from './server-sent-event.js';
export type {
  ServerSentEvent,
  ServerSentEventMaker,
  ServerSentEventOptions,
} from './server-sent-event.js';
export { createStreamHandler, type ResponseStream, type StreamHandler } from './stream-handler.js';
export {
  Bucket,
  type BucketCors,
  type BucketOptions,
  Queue,
  type QueueOptions,
  Table,
  type TableAttribute,
  type TableIndex,
  type TableKey,
  type TableOptions,
  Topic,
  type TopicOptions,
} from './resources.js';
export { parameter, secret } from './parameters.js';
