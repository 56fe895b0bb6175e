import { afterEach, expect, test } from 'vitest'
import { setLocale } from '#platform/text.ts'
import { callWords } from './call-words.ts'

afterEach(() => setLocale('zh-CN'))

test('an operation is named in the reader’s language, by its call where there is no English for it', async () => {
  expect(callWords('保存应用设置', 'apps.saveSettings')).toBe('保存应用设置')
  await setLocale('en')
  expect(callWords('保存应用设置', 'apps.saveSettings')).toBe('apps.saveSettings')
  expect(callWords('修改密码', 'account.updatePassword')).toBe('Change password')
})
