import { openAsBlob, rmSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Log } from '../log.ts'
import { failure } from '../protocol/codes.ts'
import { refuse } from './command.ts'

export interface Uploader {
  /** Begins to send a file; the handle comes again with event 50 or 51. */
  start(what: { url: string; path: string; field: string; queryAsFields: boolean; remove: boolean; remember: boolean }): number
  size(handle: number): number
  stop(handle: number): void
  stopAll(): void
  count(): number
  /** Those that failed and were to be remembered are sent again; how many. */
  retryFailed(): number
  clearFailed(): void
}

type Job = Parameters<Uploader['start']>[0]

const timeoutMs = 120_000
const maxRemembered = 200

/** Sends recordings to the console's server. Other servers than those of the configured origins get nothing. */
export function createUploader(parts: {
  origins: readonly string[]
  told: (handle: number, success: boolean) => void
  log: Log
}): Uploader {
  const running = new Map<number, { bytes: number; abort: AbortController }>()
  let failed: Job[] = []
  let lastHandle = 0

  const send = async (handle: number, job: Job, signal: AbortSignal) => {
    const url = new URL(job.url)
    const form = new FormData()
    if (job.queryAsFields) {
      for (const [name, value] of url.searchParams) form.append(name, value)
      url.search = ''
    }
    form.append(job.field, await openAsBlob(job.path, { type: 'audio/wav' }), basename(job.path))
    const response = await fetch(url, { method: 'POST', body: form, redirect: 'error', signal })
    const words = await response.text()
    return response.ok && /Result\s*:\s*1\b/.test(words.slice(0, 4_096).replaceAll('"', ''))
  }

  const start = (job: Job): number => {
    if (!URL.canParse(job.url) || !parts.origins.includes(new URL(job.url).origin)) return refuse(failure.badParameter)
    const bytes = statSync(job.path, { throwIfNoEntry: false })?.size ?? refuse(failure.openFile)
    const handle = (lastHandle += 1)
    const abort = new AbortController()
    running.set(handle, { bytes, abort })
    const end = (success: boolean, words = '') => {
      running.delete(handle)
      if (!success && job.remember) failed = [...failed, job].slice(-maxRemembered)
      if (success && job.remove) rmSync(job.path, { force: true })
      parts.log(`upload ${handle} ${success ? 'done' : `failed ${words}`}`)
      parts.told(handle, success)
    }
    send(handle, job, AbortSignal.any([abort.signal, AbortSignal.timeout(timeoutMs)])).then(
      (success) => end(success, 'the server did not answer Result:1'),
      (error: unknown) => end(false, error instanceof Error ? error.message : String(error)),
    )
    return handle
  }
  const find = (handle: number) => running.get(handle) ?? refuse(failure.invalidHandle)

  return {
    start,
    size: (handle) => find(handle).bytes,
    stop: (handle) => find(handle).abort.abort(),
    stopAll: () => {
      for (const { abort } of running.values()) abort.abort()
    },
    count: () => running.size,
    retryFailed: () => {
      const again = failed
      failed = []
      for (const job of again) start(job)
      return again.length
    },
    clearFailed: () => {
      failed = []
    },
  }
}
