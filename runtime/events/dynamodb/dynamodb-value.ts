// DynamoDB values as JavaScript values: docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_AttributeValue.html

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

/**
 * A value of an item. A number that JavaScript cannot represent exactly stays a string, sets are lists, and binary
 * values are bytes.
 */
export type DynamodbValue =
  | string
  | number
  | boolean
  | null
  | Uint8Array
  | readonly DynamodbValue[]
  | { readonly [name: string]: DynamodbValue };

/** An item with plain values. */
export function dynamodbItem(image: ImageDict): Record<string, DynamodbValue> {
  // `fromEntries` makes an own property of every name, also of `__proto__`.
  return Object.fromEntries(
    Object.entries(image).map(([name, value]) => [name, dynamodbValue(value)]),
  );
}

/** The type of a value is the name of its only member. */
function dynamodbValue({
  S,
  N,
  BOOL,
  NULL,
  B,
  L,
  M,
  SS,
  NS,
  BS,
}: AttributeValueDict): DynamodbValue {
  if (NULL !== undefined) return null;
  const value =
    S ??
    BOOL ??
    SS ??
    (N === undefined ? undefined : dynamodbNumber(N)) ??
    (B === undefined ? undefined : dynamodbBytes(B)) ??
    L?.map(dynamodbValue) ??
    NS?.map(dynamodbNumber) ??
    BS?.map(dynamodbBytes) ??
    (M && dynamodbItem(M));
  if (value === undefined) throw new TypeError('A record holds what is no value of DynamoDB.');
  return value;
}

function dynamodbBytes(base64: string): Uint8Array {
  return Buffer.from(base64, 'base64');
}

/** DynamoDB keeps 38 digits, and a JavaScript number about 16. */
function dynamodbNumber(text: string): number | string {
  const number = Number(text);
  const isExact = Number.isInteger(number)
    ? Number.isSafeInteger(number)
    : Number.isFinite(number) && digitsOfNumber(String(number)) === digitsOfNumber(text);
  return isExact ? number : text;
}

/** The significant digits: the same for `150` and `1.5e2`. */
function digitsOfNumber(text: string): string {
  return text
    .replace(/e.*$/i, '')
    .replace(/[-+.]/g, '')
    .replace(/^0+|0+$/g, '');
}
