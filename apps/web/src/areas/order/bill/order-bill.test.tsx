import { PAY_STATUS } from '@chauffeur/contract/order/model'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { OrderDetail } from '../order.view.ts'
import { OrderBill } from './order-bill.tsx'

afterEach(cleanup)

const line = { type: 'MILEAGE', label: '里程费', amountFen: 3000, reason: '' }
const order = {
  orderId: '1',
  serviceStatus: 501,
  payStatus: PAY_STATUS.none,
  distanceM: 8_200,
  totalFen: 3000,
  estimateLines: [],
  billLines: [line],
  filled: { provider: 'VALHALLA', gaps: 1, metres: 2_000 },
} as unknown as OrderDetail
const shown = (more: Partial<OrderDetail> = {}) => render(<OrderBill order={{ ...order, ...more }} />).container.textContent

test('a bill says how much of its distance was filled in along streets, and before it is filed nothing of it', () => {
  expect(shown()).toContain('按实际里程 8.2 公里 计费，其中 2.0 公里 由Valhalla按道路补全（1 处无定位）。')
  expect(shown({ filled: null })).not.toContain('补全')
  expect(shown({ billLines: [] })).not.toContain('补全')
})
