import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { StatusTag } from './status-tag.tsx'

afterEach(cleanup)
const words = (tag: React.ReactNode) => render(tag).container.textContent

test('a running trip is not billed yet; a bill of nothing needs no payment', () => {
  expect(words(<StatusTag pay={0} of={303} />)).toBe('未出账')
  expect(words(<StatusTag pay={0} of={501} />)).toBe('无需支付')
  expect(words(<StatusTag pay={10} of={501} />)).toBe('待支付')
})
