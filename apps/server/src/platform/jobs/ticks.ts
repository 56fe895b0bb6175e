/** How a job that comes round again and again is doing in this process. */
export interface TickState {
  name: string
  everyS: number
  /** Processes take turns: it is late only where none of them ran it. */
  shared: boolean
  lastStartedAt: string | null
  lastDoneAt: string | null
  lastDurationMs: number | null
  runs: number
  failures: number
  lastError: string
  lastErrorAt: string | null
}

export interface Running {
  /** No round begins any more; resolves when the one under way is over. */
  stop(): Promise<void>
}

export interface Ticks {
  /** Runs one round of a job and remembers how it went; a failure goes on to the caller. */
  run<T>(name: string, everyS: number, work: () => Promise<T>, shared?: boolean): Promise<T>
  /**
   * Runs a job every so many seconds, one round at a time; a round that fails is told of and the next one comes as usual. For what belongs to
   * this process: work that any process may do is a round of the queue (`rounds.ts`).
   */
  every(job: { name: string; everyS: number; work: () => Promise<unknown>; onError: (error: unknown) => void; atOnce?: boolean }): Running
  states(): TickState[]
}

export function ticksOfThisProcess(): Ticks {
  const states = new Map<string, TickState>()
  const run: Ticks['run'] = async (name, everyS, work, shared = false) => {
    let state = states.get(name)
    if (!state) {
      state = {
        name,
        everyS,
        shared,
        lastStartedAt: null,
        lastDoneAt: null,
        lastDurationMs: null,
        runs: 0,
        failures: 0,
        lastError: '',
        lastErrorAt: null,
      }
      states.set(name, state)
    }
    const began = performance.now()
    state.lastStartedAt = new Date().toISOString()
    state.runs++
    try {
      const result = await work()
      state.lastDoneAt = new Date().toISOString()
      return result
    } catch (error) {
      state.failures++
      state.lastError = (error instanceof Error ? error.message : String(error)).slice(0, 300)
      state.lastErrorAt = new Date().toISOString()
      throw error
    } finally {
      state.lastDurationMs = performance.now() - began
    }
  }
  return {
    run,
    every: ({ name, everyS, work, onError, atOnce }) => {
      let stopped = false
      let running: Promise<unknown> = atOnce ? run(name, everyS, work).catch(onError) : Promise.resolve()
      const timer = setInterval(() => {
        running = running.then(() => (stopped ? undefined : run(name, everyS, work))).catch(onError)
      }, everyS * 1000)
      return {
        stop: async () => {
          stopped = true
          clearInterval(timer)
          await running
        },
      }
    },
    states: () => [...states.values()],
  }
}
