// The options of `app.onSqsMessage` and `app.onSqsBatch`.
import type { Middleware } from '../../layer.js';
import type { EventPattern, NamedSource, OnInvalid } from '../source-options.js';

/** The options of `app.onSqsMessage`. */
export type SqsMessageOptions = {
  /** The name or the ARN of the queue, or `process.env.NAME` for one of each stage. */
  readonly queue: NamedSource;
  /** How many messages Lambda hands over at most; 10 unless given. */
  readonly batchSize?: number;
  /** For how many seconds Lambda gathers messages; 0 unless given. */
  readonly batchWindow?: number;
  /** Patterns, of which messages fit at least one to be handed over. */
  readonly filters?: readonly EventPattern[];
  /** False lets Lambda read no messages; true unless given. */
  readonly enabled?: boolean;
  /** How many batches Lambda hands over at once; as many as it likes unless given. */
  readonly maximumConcurrency?: number;
  /** What becomes of a message whose payload is not of its type: it fails, or with `drop` is logged and counts as done. */
  readonly onInvalid?: OnInvalid;
  /** How many messages of a batch the function handles at once; all of them unless given. A FIFO queue has 1. */
  readonly concurrency?: number;
  /** The key in the `lambda_functions` configuration; the name of the method or variable unless given. */
  readonly name?: string;
  /** What runs around the function, inside of the middleware of the application. */
  readonly middleware?: readonly Middleware<'event'>[];
};

/** The options of `app.onSqsBatch`. */
export type SqsBatchOptions = {
  /** The name or the ARN of the queue, or `process.env.NAME` for one of each stage. */
  readonly queue: NamedSource;
  /** How many messages Lambda hands over at most; 10 unless given. */
  readonly batchSize?: number;
  /** For how many seconds Lambda gathers messages; 0 unless given. */
  readonly batchWindow?: number;
  /** Patterns, of which messages fit at least one to be handed over. */
  readonly filters?: readonly EventPattern[];
  /** False lets Lambda read no messages; true unless given. */
  readonly enabled?: boolean;
  /** How many batches Lambda hands over at once; as many as it likes unless given. */
  readonly maximumConcurrency?: number;
  /** What becomes of a message whose payload is not of its type: it fails, or with `drop` is logged and counts as done. */
  readonly onInvalid?: OnInvalid;
  /** The key in the `lambda_functions` configuration; the name of the method or variable unless given. */
  readonly name?: string;
  /** What runs around the function, inside of the middleware of the application. */
  readonly middleware?: readonly Middleware<'event'>[];
};
