import { afterEach, expect, test } from 'vitest'
import { setLocale } from '#platform/text/text.ts'
import { fieldWords } from './field-words.ts'

afterEach(() => setLocale('zh-CN'))

test('a field is named in the reader’s words, however the record spells it; the key of a row in a list stays', async () => {
  expect([fieldWords('realName'), fieldWords('real_name'), fieldWords('7'), fieldWords('constructor')]).toEqual([
    '姓名',
    '姓名',
    '7',
    'constructor',
  ])
  await setLocale('en')
  expect([fieldWords('functionCodes'), fieldWords('city_ids')]).toEqual(['Function', 'City'])
})
