// What AWS sends of each record, in its own words: what `toDict()` gives. It fits the types of `@types/aws-lambda`.

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
