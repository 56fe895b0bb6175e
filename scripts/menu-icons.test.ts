import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')

test('nobody waits for the whole set of icons because of a menu that every tenant begins with', () => {
  const wanted = [...read('packages/contract/src/menus.ts').matchAll(/icon: '(\w+)'/g)].map((found) => found[1]!)
  const pictures = [...read('apps/web/src/app/menu/menu-pictures.tsx').matchAll(/^ {2}(\w+): (\w+),$/gm)]
  // Under the name by which it is looked for.
  const atHand = new Set(pictures.flatMap(([, key, name]) => (name === undefined || `${key}outlined` !== name.toLowerCase() ? [] : [name])))
  expect(wanted.length).toBeGreaterThan(20)
  expect(wanted.filter((name) => !atHand.has(name))).toEqual([])
})
