import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddedOptions, startEmbeddedPostgres } from './embedded-postgres.ts'

export interface KeptPostgres {
  url(database: string): string
  stop(): Promise<void>
}

const restartsAllowed = 5
const withinMs = 60_000
const againAfterMs = 500

/**
 * The embedded PostgreSQL, started again when it is killed or breaks down: the server answers 503 meanwhile and goes on by
 * itself. `lost` is told when it cannot be brought back.
 */
export async function keepEmbeddedPostgres(options: EmbeddedOptions, lost: (error: Error) => void): Promise<KeptPostgres> {
  let current = await startEmbeddedPostgres(options)
  let stopping = false
  let restart: Promise<void> = Promise.resolve()
  let restarts: number[] = []
  let failure: Error | null = null

  // Also a start can end early: whoever kills PostgreSQL may do it twice.
  const startAgain = async () => {
    while (!stopping) {
      restarts = [...restarts.filter((at) => at > Date.now() - withinMs), Date.now()]
      if (restarts.length > restartsAllowed)
        return lost(failure ?? new Error('PostgreSQL ends again and again; see postgres.log in the data folder.'))
      options.log?.('PostgreSQL ended unexpectedly and is started again.')
      try {
        current = await startEmbeddedPostgres(options)
        failure = null
        return watch()
      } catch (error) {
        failure = error as Error
        options.log?.(failure.message)
        await sleep(againAfterMs)
      }
    }
  }
  const watch = () => {
    void current.ended.then(() => {
      restart = startAgain()
    })
  }
  watch()

  return {
    url: (database) => current.url(database),
    stop: async () => {
      stopping = true
      await restart
      await current.stop()
    },
  }
}
