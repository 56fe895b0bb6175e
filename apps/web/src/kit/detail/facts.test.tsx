import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Facts } from './facts.tsx'

afterEach(cleanup)

test('what is not known is a dash, nought is a figure, and what does not apply is not there', () => {
  const { container } = render(<Facts facts={[['姓名', ''], ['单数', 0], null, ['电话', '138****0001']]} />)
  expect([...container.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual(['姓名', '单数', '电话'])
  expect([...container.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual(['—', '0', '138****0001'])
})
