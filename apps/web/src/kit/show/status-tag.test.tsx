import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { StatusTag } from './status-tag.tsx'

afterEach(cleanup)
const words = (tag: React.ReactNode) => render(tag).container.textContent

test('an order that waits for its prepayment says so, and reads as any other afterwards', () => {
  expect(words(<StatusTag service={101} prepayUntil="2026-12-01T12:00:00.000Z" />)).toBe('等待预付')
  expect(words(<StatusTag service={101} prepayUntil={null} />)).toBe('待开始派单')
})

test('a running trip is not billed yet; a bill of nothing needs no payment', () => {
  expect(words(<StatusTag pay={0} of={303} />)).toBe('未出账')
  expect(words(<StatusTag pay={0} of={501} />)).toBe('无需支付')
  expect(words(<StatusTag pay={10} of={501} />)).toBe('待支付')
})
