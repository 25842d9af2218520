// Measures the processor time of a server and of the processes that it has started, as counted by Linux.
import { readdirSync, readFileSync } from 'node:fs';

/** The milliseconds of one kernel clock tick (`getconf CLK_TCK` is 100 on every common Linux). */
const TICK = 10;

/**
 * @param {number} pid
 * @returns {number} milliseconds; NaN if there is no `/proc`
 */
export function processorTime(pid) {
  const processes = listProcesses();
  const timeOf = (process) => {
    const children = processes.filter(({ parent }) => parent === process.pid);
    return children.reduce((sum, child) => sum + timeOf(child), process.milliseconds);
  };
  const asked = processes.find((process) => process.pid === pid);
  return asked ? timeOf(asked) : NaN;
}

function listProcesses() {
  try {
    return readdirSync('/proc').flatMap(readProcess);
  } catch {
    return [];
  }
}

function readProcess(name) {
  if (!/^\d+$/.test(name)) return [];
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'latin1');
    // The name of the program is in parentheses and may contain spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [parent, user, system] = [fields[1], fields[11], fields[12]].map(Number);
    return [{ pid: Number(name), parent, milliseconds: (user + system) * TICK }];
  } catch {
    // The process has ended in the meantime.
    return [];
  }
}
