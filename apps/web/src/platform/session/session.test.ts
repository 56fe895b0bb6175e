import { areas } from '@chauffeur/contract/all'
import { dispatchSettingsCalls } from '@chauffeur/contract/dispatch/settings'
import type { Call } from '@chauffeur/contract/kernel/call'
import { cleanup, renderHook } from '@testing-library/react'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { setSession, useMay } from './session.ts'

const calls: Call[] = Object.values(areas).flatMap((area) => Object.values(area as Record<string, Call>))
const authorityOf = ({ access }: Call) => (typeof access === 'object' ? access.authority : undefined)
const shared = calls.filter((call) => call.everyChannel)
const may = (call: Call) => renderHook(() => useMay(call)).result.current
/** Somebody whose role gives everything. */
const as = (deptType: 1 | 2 | 3) => setSession({ deptType, permissions: [...new Set(calls.flatMap((call) => authorityOf(call) ?? []))] })

afterEach(() => {
  cleanup()
  setSession({ deptType: 0, permissions: [] })
})

test('what holds for every channel is offered to nobody of a partner, whatever their role gives them; what is of their own channel is', () => {
  expect(shared.length).toBeGreaterThan(10)
  as(3)
  expect(shared.filter(may).map(({ path }) => path)).toEqual([])
  expect(may(dispatchSettingsCalls.update)).toBe(true)
  as(2)
  expect(shared.filter((call) => !may(call)).map(({ path }) => path)).toEqual([])
})

test('nobody is offered what their role does not give', () => {
  setSession({ deptType: 1, permissions: [] })
  expect(calls.filter((call) => authorityOf(call) && may(call)).map(({ path }) => path)).toEqual([])
})

test('no screen offers what holds for every channel by the authority alone', () => {
  const source = join(import.meta.dirname, '../..')
  const ofAll = new Set(shared.map(authorityOf))
  const offered = globSync('**/*.{ts,tsx}', { cwd: source }).flatMap((file) =>
    [...readFileSync(join(source, file), 'utf8').matchAll(/useCan\('([\w.]+)'\)/g)]
      .filter(([, authority]) => ofAll.has(authority as never))
      .map(() => file.split('/').at(-1)),
  )
  expect(offered).toEqual([])
})
