import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds of processor time that a process and its children, as they are now, have used. Undefined where /proc is missing. */
export function cpuOf(pid: number): number | undefined {
  try {
    const own = usedBy(pid)
    const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === pid)
    return children.reduce((sum, child) => sum + usedBy(Number(child)), own)
  } catch {
    return undefined
  }
}

// Fields after the name in brackets: 1 is the parent, 11 and 12 user and system time in hundredths of a second.
const fieldsOf = (pid: number): string[] => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}
const usedBy = (pid: number): number => {
  const fields = fieldsOf(pid)
  return (Number(fields[11]) + Number(fields[12])) * 10
}
function parentOf(pid: number): number | undefined {
  try {
    return Number(fieldsOf(pid)[1])
  } catch {
    return undefined
  }
}
