import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { clusterName } from '../../apps/server/src/runtime/data-folder.ts'
import { startEmbeddedPostgres } from '../../apps/server/src/runtime/embedded-postgres.ts'
import { root } from './tool.ts'

const database = 'chauffeur'

/**
 * The platform's database for a tool beside it: the one of DATABASE_URL, the running one of the data folder, or that folder's PostgreSQL
 * started for as long as the tool runs. The address is the owner's.
 */
export async function openDatabase(): Promise<{ url: string; close(): Promise<void> }> {
  const nothing = async () => {}
  if (process.env.DATABASE_URL) return { url: process.env.DATABASE_URL, close: nothing }
  const dataDir = process.env.DATA_DIR ?? join(root, 'data')
  if (!existsSync(join(dataDir, clusterName)))
    throw new Error(`There is no database in ${dataDir} yet. Start the platform once, or set DATABASE_URL or DATA_DIR.`)
  const socket = runningSocket(join(dataDir, clusterName))
  if (socket) return { url: `postgresql://owner@localhost:5432/${database}?host=${encodeURIComponent(socket)}`, close: nothing }
  const started = await startEmbeddedPostgres({ dataDir, database })
  return { url: started.url(database), close: () => started.stop() }
}

/** The socket folder of a server that has the cluster open. */
function runningSocket(cluster: string): string | null {
  try {
    const [pid, , , , folder] = readFileSync(join(realpathSync(cluster), 'postmaster.pid'), 'utf8').split('\n')
    process.kill(Number(pid), 0)
    return folder?.trim() || null
  } catch {
    return null
  }
}
