import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { importCalls } from '@chauffeur/contract/operations/import'
import { jobCalls } from '@chauffeur/contract/operations/job'
import { expect, vi } from 'vitest'
import type { Person, World } from './world.ts'

interface List {
  kind: string
  into?: object
  content: string | Uint8Array
  as?: Person
  /** To its end, at most. */
  withinMs?: number
}

/** Brings a list in as the import dialog does, to its end. `world` works on jobs. */
export async function bring(world: World, { kind, into = {}, content, as = 'all', withinMs = 25_000 }: List) {
  const form = new FormData()
  form.set('kind', kind)
  form.set('into', JSON.stringify(into))
  form.set('file', new Blob([typeof content === 'string' ? content : Buffer.from(content)]), '名单.csv')
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const opened = await world.app.http.inject({
    method: 'POST',
    url: importCalls.open.path,
    headers: { token: world.people[as].token, 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  const answer = opened.json<{ code: number; message: string; data: AnswerOf<typeof importCalls.open> }>()
  expect(answer.code, answer.message).toBe(0)
  const { importId, headed, mapping } = answer.data
  const preview = (await world.send(importCalls.preview, { importId, headed, mapping }, as)).data as AnswerOf<typeof importCalls.preview>
  const { jobId } = (await world.send(importCalls.run, { importId, headed, mapping }, as)).data as AnswerOf<typeof importCalls.run>
  const job = await endOf(world, jobId, as, withinMs)
  const { rows } = (await world.send(importCalls.rows, { importId, pageSize: 200 }, as)).data as AnswerOf<typeof importCalls.rows>
  return { importId, preview, job, results: rows.map(({ cells, state, problem }) => [cells[0], state, problem]) }
}

export async function undoImport(world: World, importId: string, as: Person = 'all') {
  const { jobId } = (await world.send(importCalls.undo, { importId }, as)).data as AnswerOf<typeof importCalls.undo>
  return endOf(world, jobId, as)
}

const endOf = (world: World, jobId: string, as: Person, withinMs = 25_000) =>
  vi.waitFor(
    async () => {
      const job = (await world.send(jobCalls.info, { jobId }, as)).data as AnswerOf<typeof jobCalls.info>
      expect(['DONE', 'FAILED']).toContain(job.state)
      return job
    },
    { timeout: withinMs, interval: 50 },
  )
