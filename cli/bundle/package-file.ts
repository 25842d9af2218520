// A file of the deployable folder, before it is written.

export type PackageFile = {
  /** Relative to the folder, with forward slashes. */
  readonly path: string;
  readonly isExecutable: boolean;
  readonly content:
    | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
    /** A file of this machine that is copied. */
    | { readonly kind: 'copy'; readonly from: string; readonly size: number };
};

/** The size of a file of the package, in bytes. */
export function fileSize({ content }: PackageFile): number {
  return content.kind === 'bytes' ? content.bytes.byteLength : content.size;
}
