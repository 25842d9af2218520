// The options of `app.onSnsMessage`.
import type { Middleware } from '../../layer.js';
import type { EventPattern, NamedSource, OnInvalid } from '../source-options.js';

/** The options of `app.onSnsMessage`. */
export type SnsOptions = {
  /** The name or the ARN of the topic, or `process.env.NAME` for one of each stage. */
  readonly topic: NamedSource;
  /** A pattern that messages fit to be handed over. */
  readonly filterPolicy?: EventPattern;
  /** What the pattern is laid beside: the attributes of a message unless given, or the JSON in it. */
  readonly filterPolicyScope?: 'MessageAttributes' | 'MessageBody';
  /** What becomes of a message whose payload is not of its type: it fails, or with `drop` is logged and counts as done. */
  readonly onInvalid?: OnInvalid;
  /** The key in the `lambda_functions` configuration; the name of the method or variable unless given. */
  readonly name?: string;
  /** What runs around the function, inside of the middleware of the application. */
  readonly middleware?: readonly Middleware<'event'>[];
};
