import { expect, test } from 'vitest'
import { outcomeWords, tookWords } from './webhook.view.ts'

test('an outcome is said in words, with the status or the system’s word where there is one', () => {
  expect(outcomeWords({ failure: '', httpStatus: 204 })).toBe('对方已接收（HTTP 204）')
  expect(outcomeWords({ failure: 'UNREACHABLE', httpStatus: null, code: 'ECONNREFUSED' })).toBe('连接不上对方（ECONNREFUSED）')
  expect(outcomeWords({ failure: 'TIMEOUT', httpStatus: null, code: '' })).toBe('对方十秒内没有回应')
})

test('what took less than a second is said in thousandths of one', () => {
  expect([tookWords(12), tookWords(999), tookWords(1_250)]).toEqual(['12 毫秒', '999 毫秒', '1.3 秒'])
})
