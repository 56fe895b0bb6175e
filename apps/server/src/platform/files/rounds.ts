import type { Database } from '#platform/database/db'
import type { Round } from '../jobs/rounds.ts'
import type { FileStores } from './files.ts'
import { moveFiles } from './move.ts'
import { sweepFiles } from './sweep.ts'
import { takeOverAll } from './take-over.ts'

const EVERY_S = 600

/** What files need from time to time: what is nobody's goes, what lies in another store than the current one comes. */
export const fileRounds = (storesOf: (db: Database) => FileStores): readonly Round[] => [
  { name: 'files.sweep', everyS: EVERY_S, work: ({ db }) => sweepFiles(db.files, storesOf(db)) },
  { name: 'files.takeOver', everyS: EVERY_S, work: ({ db }, signal) => takeOverAll(db.files, () => signal.aborted) },
  { name: 'files.move', everyS: EVERY_S, work: ({ db, files }, signal) => moveFiles(db.files, storesOf(db), files, () => signal.aborted) },
]
