import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { QuickSelect } from './quick-select.tsx'

afterEach(cleanup)

function Cities() {
  const [city, setCity] = useState('b')
  return (
    <QuickSelect aria-label="city" value={city} onChange={({ target }) => setCity(target.value)}>
      <option value="a">a</option>
      <option value="b">b</option>
      <option value="c" disabled>
        c
      </option>
      <option value="d">d</option>
    </QuickSelect>
  )
}

test('arrows, Home and End choose without opening the list, and pass over what cannot be chosen', () => {
  render(<Cities />)
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'city' })
  const after = (key: string) => {
    fireEvent.keyDown(select, { key })
    return select.value
  }
  expect(['ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'ArrowUp', 'End'].map(after)).toEqual(['d', 'd', 'b', 'a', 'a', 'd'])
})

test('keys that mean something else to the page, and the one that opens the list, are left alone', () => {
  render(<Cities />)
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'city' })
  expect(fireEvent.keyDown(select, { key: 'Enter' })).toBe(true)
  expect(fireEvent.keyDown(select, { key: 'ArrowDown', altKey: true })).toBe(true)
  expect(select.value).toBe('b')
  expect(fireEvent.keyDown(select, { key: 'ArrowDown' })).toBe(false)
})
