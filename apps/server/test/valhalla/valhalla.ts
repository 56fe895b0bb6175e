import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { osmPbfOf, type RoadNetwork } from './road-network.ts'

export interface Valhalla {
  /** What an entry of the map services takes as its address. */
  url: string
  stop(): Promise<void>
}

const FOLDERS: Record<string, string> = { 'linux-x64': 'linux/x64', 'linux-arm64': 'linux/arm64', 'darwin-arm64': 'darwin/arm64' }

/** Why the engine cannot run on this machine; null where it can. */
export const valhallaMissing = (): string | null =>
  FOLDERS[`${process.platform}-${process.arch}`] ? null : `Valhalla has no package for ${process.platform} on ${process.arch}`

/** Valhalla over a road network: its own programs make the tiles, in a second for a small town, and a process of its own answers. */
export async function startValhalla(network: RoadNetwork): Promise<Valhalla> {
  const missing = valhallaMissing()
  if (missing) throw new Error(missing)
  const programs = join(
    dirname(createRequire(import.meta.url).resolve('@valhallajs/valhallajs')),
    FOLDERS[`${process.platform}-${process.arch}`]!,
  )
  const folder = await mkdtemp(join(tmpdir(), 'chauffeur-valhalla-'))
  const [map, tiles, config] = ['town.osm.pbf', 'tiles', 'config.json'].map((name) => join(folder, name)) as [string, string, string]
  try {
    const standard = JSON.parse(await readFile(new URL('./config.json', import.meta.url), 'utf8')) as { mjolnir: object }
    await Promise.all([
      mkdir(tiles),
      writeFile(map, osmPbfOf(network)),
      writeFile(config, JSON.stringify({ ...standard, mjolnir: { ...standard.mjolnir, tile_dir: tiles } })),
    ])
    await promisify(execFile)(join(programs, 'valhalla_build_tiles'), ['-c', config, map], { cwd: folder })
    const child = fork(new URL('./service.ts', import.meta.url), [config], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
    })
    const port = await listening(child)
    return {
      url: `http://127.0.0.1:${port}`,
      stop: async () => {
        const ended = once(child, 'exit')
        child.kill()
        await ended
        await rm(folder, { recursive: true })
      },
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

async function listening(child: ChildProcess): Promise<number> {
  const [port] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('Valhalla did not start'))),
  ])) as [number]
  return port
}
