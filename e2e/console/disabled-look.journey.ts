import { roleCalls } from '@chauffeur/contract/access/role'
import type { Locator, Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')

interface Looks {
  /** How bright the fill is, of 1. */
  fill: number
  /** Contrast of the fill with what lies around it, of the words on it, and of its edge. */
  relief: number
  words: number
  edge: number
}

/** How a control looks on the real page, whatever made it so. */
const looksOf = (control: Locator): Promise<Looks> =>
  control.evaluate((element) => {
    type Colour = [number, number, number, number]
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
    const read = (css: string): Colour => {
      canvas.clearRect(0, 0, 1, 1)
      canvas.fillStyle = css
      canvas.fillRect(0, 0, 1, 1)
      const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data
      return [r!, g!, b!, a! / 255]
    }
    const over = (top: Colour, under: Colour): Colour => {
      const part = (i: 0 | 1 | 2) => top[i] * top[3] + under[i] * (1 - top[3])
      return [part(0), part(1), part(2), 1]
    }
    const ground = (of: Element | null): Colour =>
      of === null ? [255, 255, 255, 1] : over(read(getComputedStyle(of).backgroundColor), ground(of.parentElement))
    const brightness = (colour: Colour) => {
      const [r, g, b] = colour.slice(0, 3).map((part) => (part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4))
      return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
    }
    const contrast = (one: Colour, other: Colour) => {
      const [low, high] = [brightness(one), brightness(other)].toSorted((a, b) => a - b)
      return (high! + 0.05) / (low! + 0.05)
    }
    const around = ground(element.parentElement)
    const fill = ground(element)
    const { color, borderTopColor } = getComputedStyle(element)
    return {
      fill: brightness(fill),
      relief: contrast(fill, around),
      words: contrast(over(read(color), fill), fill),
      edge: contrast(over(read(borderTopColor), fill), around),
    }
  })

/** By what the one that cannot be used is taken for one that can; nothing, as it should be. */
function tooLoud(off: Looks, on: Looks): string[] {
  const fill = off.relief > on.relief && off.fill > on.fill
  return [...(fill ? ['fill'] : []), ...(off.words >= on.words ? ['words'] : []), ...(off.edge > on.edge ? ['edge'] : [])]
}

const select = (page: Page, id: string) => page.locator('.ant-select', { has: page.locator(`#${id}`) })

test.each(['dark', 'light'] as const)('a field that cannot be used looks flatter than one that can, %s', async (theme) => {
  const { page } = await visit('/DriverAdd', { as: 'admin', theme })
  // No organisation before the city is chosen.
  await select(page, 'orgId').and(page.locator('.ant-select-disabled')).waitFor()
  expect(tooLoud(await looksOf(select(page, 'orgId')), await looksOf(select(page, 'cityId')))).toEqual([])
})

test.each(['dark', 'light'] as const)('a button looks flatter while nothing is changed, %s', async (theme) => {
  const { page, token } = await visit('/', { as: 'admin', theme })
  const { rows } = await send(address, roleCalls.roleList, { keyword: '客服' }, token)
  await page.goto(`${address}/#/Sys/Role?roleId=${rows[0]!.roleId}`)
  const role = page.getByRole('dialog', { name: '角色「客服」' })
  const buttons = ['撤销修改', '保存'].map((name) => role.getByRole('button', { name, exact: true }))
  await role.getByText('没有修改').waitFor()
  const off = await Promise.all(buttons.map(looksOf))
  await role.getByRole('tree', { name: '角色的功能' }).locator('.ant-tree-checkbox').first().click()
  await role.getByText(/^将增加/).waitFor()
  await page.mouse.move(0, 0)
  for (const [index, button] of buttons.entries()) expect(tooLoud(off[index]!, await looksOf(button))).toEqual([])
})
