import { expect } from 'vitest'
import type { World } from '#test/world'

interface Wire {
  method: string
  path: string
}

/** Short ways to ask the test's world, which is made after the file is read. */
export const asking = (world: () => World) => ({
  /** The first value of the first row, as text, asked by the owner of the database. */
  one: async (text: string, values: unknown[] = []): Promise<string> => {
    const { rows } = await world().owner.query<Record<string, unknown>>(text, values)
    return String(Object.values(rows[0]!)[0])
  },
  /** What a call gives that has to be done. */
  ok: async <T = Record<string, string>>(call: Wire, input: Record<string, unknown>, as = 'all'): Promise<T> => {
    const answer = await world().send(call, input, as)
    expect(answer, `${call.path} ${JSON.stringify(input)}`).toMatchObject({ code: 0 })
    return answer.data as T
  },
  /** Why a call is refused, `done` when it is not; the code where nothing has a name for it: 401, 403, 400. */
  refused: async (call: Wire, input: Record<string, unknown>, as = 'all'): Promise<string> => {
    const { code, error } = await world().send(call, input, as)
    return error ?? (code === 0 ? 'done' : String(code))
  },
})
