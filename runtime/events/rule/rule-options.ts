// The options of `app.onEvent`.
import type { Middleware } from '../../layer.js';
import type { NamedSource, OnInvalid } from '../source-options.js';

/** The options of `app.onEvent`. */
export type RuleOptions = {
  /** The name or the ARN of the bus; `default`, that of the services of AWS, unless given. */
  readonly bus?: NamedSource;
  /** False makes the rule without letting it call; true unless given. */
  readonly enabled?: boolean;
  /** What is shown beside the rule in the console of AWS. */
  readonly description?: string;
  /** What becomes of an event whose payload is not of its type: it fails, or with `drop` is logged and counts as done. */
  readonly onInvalid?: OnInvalid;
  /** The key in the `lambda_functions` configuration; the name of the method or variable unless given. */
  readonly name?: string;
  /** What runs around the function, inside of the middleware of the application. */
  readonly middleware?: readonly Middleware<'event'>[];
};
