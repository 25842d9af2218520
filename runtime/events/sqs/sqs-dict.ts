// What AWS sends of each record, in its own words: what `toDict()` gives. It fits the types of `@types/aws-lambda`.

/** A message of a queue: docs.aws.amazon.com/lambda/latest/dg/with-sqs.html */
export type SqsMessageDict = {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly body: string;
  readonly attributes: SqsAttributes;
  readonly messageAttributes: Readonly<Record<string, SqsMessageAttribute>>;
  readonly md5OfBody: string;
  readonly eventSource: string;
  readonly eventSourceARN: string;
  readonly awsRegion: string;
};

/** What SQS says of a message. Times are milliseconds since 1970. */
export type SqsAttributes = {
  readonly ApproximateReceiveCount: string;
  readonly SentTimestamp: string;
  readonly SenderId: string;
  readonly ApproximateFirstReceiveTimestamp: string;
  readonly AWSTraceHeader?: string;
  readonly SequenceNumber?: string;
  readonly MessageGroupId?: string;
  readonly MessageDeduplicationId?: string;
  readonly DeadLetterQueueSourceArn?: string;
};

/** What a sender has put beside the body; binary values are base64. */
export type SqsMessageAttribute = {
  readonly stringValue?: string;
  readonly binaryValue?: string;
  readonly dataType: string;
};

/** A batch of messages. */
export type SqsBatchDict = { readonly Records: readonly SqsMessageDict[] };
