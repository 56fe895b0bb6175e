import type { Platform } from '../http/implement.ts'
import type { Running } from '../jobs/ticks.ts'
import type { FileStores } from './files.ts'
import { moveFiles } from './move.ts'
import { sweepFiles } from './sweep.ts'
import { takeOverAll } from './take-over.ts'

const EVERY_S = 600

/** What files need from time to time: what is nobody's goes, what lies in another store than the current one comes. */
export function startFiles(
  { db, files, ticks }: Pick<Platform, 'db' | 'files' | 'ticks'>,
  stores: FileStores,
  onError: (error: unknown) => void,
): Running {
  let stopping = false
  const stopped = () => stopping
  const rounds = {
    sweep: () => sweepFiles(db.files, stores),
    takeOver: () => takeOverAll(db.files, stopped),
    move: () => moveFiles(db.files, stores, files, stopped),
  }
  const running = Object.entries(rounds).map(([name, work]) => ticks.every({ name: `files.${name}`, everyS: EVERY_S, work, onError }))
  return {
    stop: async () => {
      stopping = true
      await Promise.all(running.map((one) => one.stop()))
    },
  }
}
