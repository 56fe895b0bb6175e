import { expect, test } from 'vitest'
import { menuTicks, menuToggled, entriesToTick, type MenuEntry } from './menu-ticks.view.ts'

const entry = (id: string, functionCodes: string[], children: MenuEntry[] = []): MenuEntry => ({
  id,
  url: children.length > 0 ? '' : `/${id}`,
  functionCodes,
  children,
})
const group = entry(
  'pricing',
  [],
  [entry('templates', ['pricing.view']), entry('fences', ['pricing.view']), entry('secret', ['tenant.view'])],
)
const desk = entry('desk', ['callCentre.view', 'callCentre.place'])
const open = entry('open', [])
const grantable = (code: string) => code !== 'tenant.view'

test('an entry is ticked when the role holds all it needs; a group is half ticked while some of it is seen', () => {
  const ticks = menuTicks([group, desk, open], new Set(['pricing.view', 'callCentre.view']))
  expect(Object.fromEntries(ticks)).toEqual({
    pricing: 'some',
    templates: 'all',
    fences: 'all',
    secret: 'none',
    desk: 'none',
    open: 'all',
  })
})

test('ticking an entry gives all it needs, and nothing that the operator lacks', () => {
  expect([...menuToggled(new Set(), desk, grantable)]).toEqual(['callCentre.view', 'callCentre.place'])
  expect([...menuToggled(new Set(), group, grantable)]).toEqual(['pricing.view'])
})

test('taking a tick away takes what the entry needs and leaves the rest of the role', () => {
  expect([...menuToggled(new Set(['callCentre.view', 'callCentre.place', 'order.view']), desk, grantable)]).toEqual(['order.view'])
})

test('what everybody sees and what cannot be given has nothing to tick', () => {
  expect(entriesToTick(open, grantable)).toEqual([])
  expect(entriesToTick(group, grantable).map(({ id }) => id)).toEqual(['templates', 'fences'])
})
