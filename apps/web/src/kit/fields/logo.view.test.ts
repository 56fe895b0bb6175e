import { expect, test } from 'vitest'
import { LOGO_BYTES, logoProblem } from './logo.view.ts'

test.each([
  [{ type: 'image/png', size: 100 }, null],
  [{ type: 'image/webp', size: LOGO_BYTES }, null],
  [{ type: 'image/png', size: LOGO_BYTES + 1 }, 'size'],
  [{ type: 'image/svg+xml', size: 100 }, 'type'],
  [{ type: 'image/gif', size: 100 }, 'type'],
  [{ type: '', size: 100 }, 'type'],
  [{ type: 'image/png', size: 0 }, 'empty'],
])('a file of %o is refused as a logo: %s', (file, problem) => {
  expect(logoProblem(file)).toBe(problem)
})
