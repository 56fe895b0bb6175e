// @vitest-environment node
import * as z from 'zod'
import { expect, test } from 'vitest'
import { standIn } from './light-contract.ts'

interface StandIn {
  object: (shape: unknown) => { extend: (shape: unknown) => { safeParse: unknown; then: unknown } }
  string: () => { regex: (pattern: RegExp) => { optional: () => unknown } }
  enum: (values: string[]) => { options: string[]; nullable: () => unknown }
}
const load = async () => (await import(`data:text/javascript,${encodeURIComponent(standIn(Object.keys(z)))}`)) as StandIn

test('areas can be declared without the schema library, enumerations keep their values', async () => {
  const light = await load()
  expect(light.string().regex(/a/).optional()).toBeTruthy()
  expect(light.enum(['A', 'B']).options).toEqual(['A', 'B'])
  expect(light.enum(['A']).nullable()).toBeTruthy()
})

test('checking with a schema that is not there fails loudly instead of passing everything', async () => {
  const schema = (await load()).object({}).extend({})
  expect(() => schema.safeParse).toThrow('not in the web build')
  expect(schema.then).toBeUndefined()
})
