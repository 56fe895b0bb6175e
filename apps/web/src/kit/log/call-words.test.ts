import { areas } from '@chauffeur/contract/all'
import type { Call } from '@chauffeur/contract/kernel/call'
import { afterEach, expect, test } from 'vitest'
import { setLocale, tr } from '#platform/text/text.ts'
import { callWords } from './call-words.ts'

afterEach(() => setLocale('zh-CN'))

test('an operation is named in the reader’s language, by its call where there is no English for it', async () => {
  expect(callWords('保存应用设置', 'apps.saveSettings')).toBe('保存应用设置')
  await setLocale('en')
  expect(callWords('已经没有的操作', 'apps.gone')).toBe('apps.gone')
  expect(callWords('修改密码', 'account.updatePassword')).toBe('Change password')
})

test('every operation of the contract has a name in English', async () => {
  await setLocale('en')
  const calls = Object.entries(areas).flatMap(([area, all]) =>
    Object.entries(all as Record<string, Call>).map(([name, { summary }]) => ({ call: `${area}.${name}`, summary })),
  )
  expect(calls.length).toBeGreaterThan(200)
  expect(calls.filter(({ summary }) => tr(summary) === summary)).toEqual([])
})
