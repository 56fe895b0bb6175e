import { expect, test } from 'vitest'
import { changedFields } from './api.rules.ts'

test('the fields of an order that were changed, left out or added are named', () => {
  const first = { phone: '13800001234', pickupLat: 30.25, remark: '南门' }
  expect(changedFields(first, { ...first })).toEqual([])
  expect(changedFields(first, { remark: '南门', pickupLat: 30.25, phone: '13800001234' }), 'in any order').toEqual([])
  expect(changedFields(first, { ...first, pickupLat: 30.26 })).toEqual(['pickupLat'])
  expect(changedFields(first, { phone: '13800001234', pickupLat: 30.25, carPlate: '浙A12345' })).toEqual(['remark', 'carPlate'])
})
