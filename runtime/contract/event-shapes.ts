// What AWS sends of each record, in its own words: what `toDict()` gives. They fit the types of `@types/aws-lambda`.

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

/** A message of a topic: docs.aws.amazon.com/lambda/latest/dg/with-sns.html */
export type SnsMessageDict = {
  readonly EventVersion: string;
  readonly EventSubscriptionArn: string;
  readonly EventSource: string;
  readonly Sns: {
    readonly Type: string;
    readonly MessageId: string;
    readonly TopicArn: string;
    readonly Subject?: string | null;
    readonly Message: string;
    readonly Timestamp: string;
    readonly MessageAttributes: Readonly<Record<string, SnsMessageAttribute>>;
  };
};

export type SnsMessageAttribute = { readonly Type: string; readonly Value: string };

/** A record of a bucket's notification: docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html */
export type S3ObjectDict = {
  readonly eventSource: string;
  readonly awsRegion: string;
  readonly eventTime: string;
  readonly eventName: string;
  readonly s3: {
    readonly bucket: { readonly name: string; readonly arn: string };
    /** The key is written as in a form; of an object that was removed there is neither size nor `eTag`. */
    readonly object: {
      readonly key: string;
      readonly size?: number;
      readonly eTag?: string;
      readonly versionId?: string;
      readonly sequencer: string;
    };
  };
};

/** A value as DynamoDB writes it: `{ S: 'oslo' }`. Binary values are base64. */
export type AttributeValueDict = {
  readonly S?: string;
  readonly N?: string;
  readonly BOOL?: boolean;
  readonly NULL?: boolean;
  readonly B?: string;
  readonly L?: readonly AttributeValueDict[];
  readonly M?: ImageDict;
  readonly SS?: readonly string[];
  readonly NS?: readonly string[];
  readonly BS?: readonly string[];
};

export type ImageDict = Readonly<Record<string, AttributeValueDict>>;

/** A record of a table's stream: docs.aws.amazon.com/lambda/latest/dg/with-ddb.html */
export type DynamodbRecordDict = {
  readonly eventID: string;
  readonly eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  readonly eventSource: string;
  readonly awsRegion: string;
  readonly eventSourceARN: string;
  /** Who removed an item that had expired: the service. */
  readonly userIdentity?: { readonly type: string; readonly principalId: string };
  readonly dynamodb: {
    /** Seconds since 1970. */
    readonly ApproximateCreationDateTime: number;
    readonly Keys: ImageDict;
    readonly NewImage?: ImageDict;
    readonly OldImage?: ImageDict;
    readonly SequenceNumber: string;
    readonly SizeBytes: number;
    readonly StreamViewType: 'KEYS_ONLY' | 'NEW_IMAGE' | 'OLD_IMAGE' | 'NEW_AND_OLD_IMAGES';
  };
};

/** A record of a stream: docs.aws.amazon.com/lambda/latest/dg/with-kinesis.html */
export type KinesisRecordDict = {
  readonly eventID: string;
  readonly eventSource: string;
  readonly awsRegion: string;
  readonly eventSourceARN: string;
  readonly kinesis: {
    readonly kinesisSchemaVersion: string;
    readonly partitionKey: string;
    readonly sequenceNumber: string;
    /** In base64. */
    readonly data: string;
    /** Seconds since 1970. */
    readonly approximateArrivalTimestamp: number;
  };
};

/** An event of EventBridge: docs.aws.amazon.com/eventbridge/latest/userguide/eb-events-structure.html */
export type CloudEventDict<Detail = unknown> = {
  readonly version: string;
  readonly id: string;
  readonly 'detail-type': string;
  readonly source: string;
  readonly account: string;
  readonly time: string;
  readonly region: string;
  readonly resources: readonly string[];
  readonly detail: Detail;
};
