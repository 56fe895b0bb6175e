export type Log = (line: string) => void

/** Telephone numbers keep their head and tail: enough to find a call, too little to ring it. */
export function masked(text: string): string {
  return text.replace(/\d{7,}/g, (digits) => {
    const [head, tail] = digits.length < 10 ? [2, 2] : [3, 4]
    return `${digits.slice(0, head)}${'*'.repeat(digits.length - head - tail)}${digits.slice(-tail)}`
  })
}

export function createLog(write: (line: string) => void): Log {
  return (line) => write(`${new Date().toISOString()} ${masked(line)}\n`)
}
