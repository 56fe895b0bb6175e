import { expect, test } from 'vitest'
import { iconNames, inRows, matchingIcons } from './icon.view.ts'

test('of what the icon package exports only icons are offered', () => {
  expect(iconNames(['default', 'createFromIconfontCN', 'PhoneOutlined', 'IconProvider', 'CarFilled', 'setTwoToneColor'])).toEqual([
    'CarFilled',
    'PhoneOutlined',
  ])
})

test('icons are found by any part of their name, in any case', () => {
  const names = ['CarOutlined', 'IdcardOutlined', 'CarFilled', 'CaretUpOutlined']
  expect(matchingIcons(names, 'Outlined', 'CAR')).toEqual(['CarOutlined', 'IdcardOutlined', 'CaretUpOutlined'])
  expect(matchingIcons(names, 'Outlined', 'up caret')).toEqual(['CaretUpOutlined'])
  expect(matchingIcons(names, 'Filled', '')).toEqual(['CarFilled'])
})

test('a narrow window still gets one tile per row', () => {
  expect(inRows([1, 2, 3], 0.5)).toEqual([[1], [2], [3]])
  expect(inRows([1, 2, 3], 2)).toEqual([[1, 2], [3]])
})
