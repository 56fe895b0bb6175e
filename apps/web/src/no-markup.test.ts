// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = import.meta.dirname
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
)
/** Ways past React's escaping: text that people typed would become markup, or run. */
const WAYS =
  /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|\.setHTML\(|document\.write\b|\bsrcdoc\b|\bnew Function\(|\beval\(/i

test('no file of the console writes markup or runs text', () => {
  expect(files.length).toBeGreaterThan(200)
  expect(files.filter((file) => WAYS.test(readFileSync(join(source, file), 'utf8')))).toEqual([])
  expect(WAYS.test('element.innerHTML = name')).toBe(true)
})

/** The browser's own: they follow its language, not the console's, and show twelve hours to some. */
const OWN_CONTROLS = /<input[^>]*\btype="(?:date|time|datetime-local|month|week|number|color)"/s

test('dates, times and numbers are typed into the fields of the console, not of the browser', () => {
  expect(files.filter((file) => OWN_CONTROLS.test(readFileSync(join(source, file), 'utf8')))).toEqual([])
  expect(OWN_CONTROLS.test('<input\n  min={0}\n  type="datetime-local"')).toBe(true)
})
