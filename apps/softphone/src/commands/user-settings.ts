import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { masked } from '../log.ts'

/** What pages and channels keep on this machine. */
export interface UserSettings {
  get(key: string): string | undefined
  set(key: string, value: string): boolean
  params(ch: number): [number, number][]
  saveParams(ch: number, params: [number, number][]): void
  writeLog(line: string): void
}

interface Stored {
  values: Record<string, string>
  params: Record<string, [number, number][]>
}

const maxKeys = 500

export function createUserSettings(folder: string): UserSettings {
  const file = join(folder, 'settings.json')
  let stored: Stored = { values: {}, params: {} }
  try {
    stored = { ...stored, ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<Stored>) }
  } catch {
    // None yet, or not readable: the next change writes a whole one.
  }
  const save = () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(`${file}.new`, JSON.stringify(stored), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  return {
    get: (key) => (Object.hasOwn(stored.values, key) ? stored.values[key] : undefined),
    set: (key, value) => {
      if (!Object.hasOwn(stored.values, key) && Object.keys(stored.values).length >= maxKeys) return false
      stored = { ...stored, values: Object.fromEntries([...Object.entries(stored.values), [key, value]]) }
      save()
      return true
    },
    params: (ch) => stored.params[ch] ?? [],
    saveParams: (ch, params) => {
      stored = { ...stored, params: { ...stored.params, [ch]: params } }
      save()
    },
    writeLog: (line) => {
      const logs = join(folder, 'userlog')
      mkdirSync(logs, { recursive: true, mode: 0o700 })
      const now = new Date().toISOString()
      appendFileSync(join(logs, `${now.slice(0, 10)}.log`), `${now} ${masked(line).replace(/[\r\n]+/g, ' ')}\n`, { mode: 0o600 })
    },
  }
}
