// @vitest-environment node
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { standIn } from './light-contract.ts'
import { type Node, stripSchemas } from './strip-schemas.ts'

const strip = (code: string) => stripSchemas(code, parseSync('part.js', code).program as unknown as Node)

const part = `
import * as z from 'zod'
import { call, part } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { page, text } from '../../kernel/fields.ts'
import { rightRow } from './model.ts'
export const carRefusals = refusals({ 'car.notFound': { code: 404, zh: '无此车', en: 'No such car' } })
export const carState = z.enum(['ON', 'OFF'])
export const carStates = carState.options.filter((one) => one !== 'OFF')
export const carShown = carState.exclude(['OFF'])
export const carHidden = carState.extract(['OFF'])
export const carText = { ON: '在用', OFF: '停用' }
const plate = text(10)
export const carRow = z.object({ plate, state: carState })
export const carWithRight = rightRow.extend({ plate })
export const carOf = (more) => z.object({ ...more, plate })
export const parts = { plate: text(20), most: 3 }
export const carCalls = part({
  list: call({ method: 'GET', path: '/cars', effect: 'read', access: 'signedIn', summary: '车辆', byPhone: ['phone'], input: page.extend({ plate }), output: z.object({ rows: z.array(carRow) }) }),
  save: call({ method: 'POST', path: '/cars/save', effect: 'write', once: true, access: { authority: 'car.edit' }, summary: '保存车辆', input: carRow, output: carRow, failures: ['car.notFound'] }),
})`

test('a part of the contract keeps what a browser asks with and shows, and no schema', async () => {
  const light = strip(part)
  for (const gone of ['summary', 'byPhone', 'failures', 'page.extend', 'z.array']) expect(light).not.toContain(gone)

  const module = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`
  const names: Record<string, string> = {
    zod: module(standIn(['any', 'array', 'enum', 'object'])),
    '../../kernel/fields.ts': module(standIn(['page', 'text'])),
    '../../kernel/call.ts': module('export const call = () => { throw new Error("called") }; export const part = (calls) => calls'),
    '../../kernel/envelope.ts': module('export const refusals = () => { throw new Error("called") }'),
    './model.ts': module('export const rightRow = { extend: () => { throw new Error("extended") } }'),
  }
  const loaded = (await import(module(light.replaceAll(/from '([^']+)'/g, (_, from: string) => `from "${names[from]}"`)))) as Record<
    string,
    unknown
  >
  expect(loaded).toMatchObject({
    carRefusals: { 'car.notFound': { code: 404, zh: '无此车', en: 'No such car' } },
    carStates: ['ON'],
    carText: { ON: '在用', OFF: '停用' },
    parts: { most: 3 },
    carCalls: {
      list: { method: 'GET', path: '/cars', effect: 'read', access: 'signedIn' },
      save: { method: 'POST', path: '/cars/save', effect: 'write', once: true, access: { authority: 'car.edit' } },
    },
  })
  expect((loaded.carState as { options: string[] }).options).toEqual(['ON', 'OFF'])
  expect((loaded.carShown as { options: string[] }).options).toEqual(['ON'])
  expect((loaded.carHidden as { options: string[] }).options).toEqual(['OFF'])
  // Whoever checks with a schema learns that there is none.
  for (const schema of ['carRow', 'carWithRight'])
    expect(() => (loaded[schema] as { parse: unknown }).parse).toThrow('not in the web build')
})

test('a function that makes schemas is left as it is', () => {
  expect(strip(part)).toContain('export const carOf = (more) => z.object({ ...more, plate })')
})
