// Recognizes errors of the file system, such as a full disk or a read-only folder, and reports them as the user's problem. It
// is done in one place, because they may happen anywhere.
import { type Diagnostic, code, diagnose } from '../../compiler/diagnostics/diagnostic.js';
import { LinkInTheWay } from '../project/real-path.js';
import { type RefusedFile, fileRefused } from '../project/project-catalogue.js';

/** The problem behind an exception; undefined when it is not an error of the file system. */
export function fileProblemOf(error: unknown): Diagnostic | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const refused = refusedFileOf(cause);
    if (refused) return diagnose(fileRefused, refused);
  }
  return undefined;
}

function refusedFileOf(error: Error & NodeJS.ErrnoException): RefusedFile | undefined {
  if (error instanceof LinkInTheWay) {
    const reason = `it is a link to ${code(error.target)}, and nothing is written through links`;
    const hint = `Remove the link with ${code(`rm ${error.path}`)}.`;
    return { subject: code(error.path), reason, hint };
  }
  const { code: name = '', path, syscall = '' } = error;
  const found = REASONS[name];
  // Errors of sockets have some of these names too.
  if (
    !found ||
    (path === undefined && !/^(?:f?write|f(?:data)?sync|close|copyfile)$/.test(syscall))
  ) {
    return undefined;
  }
  const [reason, hint] = found;
  return { subject: path === undefined ? 'A file or the output' : code(path), reason, hint };
}

const MAY_NOT = 'Give yourself the right to write there, or run in a folder of your own.';
const FULL = 'Make room on the disk, and run the command again.';

/** The reason and the next step, by error code. */
const REASONS: Readonly<Partial<Record<string, readonly [reason: string, hint: string]>>> = {
  EACCES: ['this user may not do that', MAY_NOT],
  EPERM: ['the system does not allow it', MAY_NOT],
  EROFS: ['the file system is read-only', 'Run in a copy of the project that can be written to.'],
  ENOSPC: ['the disk is full', FULL],
  EDQUOT: ['the disk quota is used up', FULL],
  EFBIG: ['the file would be larger than the system allows', FULL],
  EIO: ['the disk reports an error', 'Look at the disk: the system log tells more.'],
  EMFILE: ['too many files are open', 'Raise the limit with `ulimit -n 4096`.'],
  ENFILE: ['too many files are open', 'End programs that hold many files open.'],
  EISDIR: ['it is a folder, and a file belongs there', 'Move the folder away.'],
  ENOTDIR: ['there is a file where a folder belongs', 'Move the file away.'],
  ENAMETOOLONG: ['the path is too long', 'Move the project to a folder with a shorter path.'],
  ELOOP: ['symbolic links lead in a circle', 'Remove one of the links.'],
  EBUSY: ['another program holds it', 'End what uses it, and run the command again.'],
  ETXTBSY: ['another program holds it', 'End what uses it, and run the command again.'],
};
