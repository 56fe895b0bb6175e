import TinyQueue from 'tinyqueue'

/** Thrown out of every wait once the run is over. */
export class Stopped extends Error {
  override name = 'Stopped'
}

export interface Scheduler {
  /** Milliseconds of the real clock. */
  now: () => number
  sleep: (ms: number) => Promise<void>
  /** Ends every wait, present and future. */
  stop: () => void
  stopped: () => boolean
}

interface Wait {
  at: number
  done: () => void
  fail: (error: Error) => void
}

/** Wake-ups closer together than this share one. */
const grainMs = 10

/** One heap and one timer for all actors: thousands of them wait at any time. */
export function createScheduler(): Scheduler {
  const waits = new TinyQueue<Wait>([], (a, b) => a.at - b.at)
  let timer: NodeJS.Timeout | null = null
  let armedFor = Number.POSITIVE_INFINITY
  let over = false

  const arm = () => {
    const next = waits.peek()
    if (!next || next.at >= armedFor) return
    if (timer) clearTimeout(timer)
    armedFor = next.at
    timer = setTimeout(wake, Math.max(0, next.at - Date.now()))
  }
  const wake = () => {
    timer = null
    armedFor = Number.POSITIVE_INFINITY
    const due = Date.now() + grainMs
    for (let next = waits.peek(); next && next.at <= due; next = waits.peek()) waits.pop()?.done()
    arm()
  }
  return {
    now: () => Date.now(),
    sleep: (ms) =>
      new Promise((done, fail) => {
        if (over) return fail(new Stopped())
        waits.push({ at: Date.now() + Math.max(0, ms), done, fail })
        arm()
      }),
    stop() {
      over = true
      if (timer) clearTimeout(timer)
      for (let next = waits.pop(); next; next = waits.pop()) next.fail(new Stopped())
    },
    stopped: () => over,
  }
}
