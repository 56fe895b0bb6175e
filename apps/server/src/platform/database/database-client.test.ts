import { expect, test } from 'vitest'
import { onServers, serversOf } from './database-client.ts'

test('several servers of one address', () => {
  expect(serversOf('postgresql://u:p@h1:5432,h2/db?target_session_attrs=read-write&sslmode=require')).toEqual([
    'postgresql://u:p@h1:5432/db?sslmode=require',
    'postgresql://u:p@h2/db?sslmode=require',
  ])
  expect(serversOf('postgresql://u@localhost/db?host=%2Ftmp')).toEqual(['postgresql://u@localhost/db?host=%2Ftmp'])
  expect(() => serversOf('postgresql://h1,h2/db?target_session_attrs=standby')).toThrow('needs read-write')
})

test('the same servers for another user', () => {
  const as = (url: string) => onServers(url, (one) => (one.username = 'app'))
  expect(as('postgresql://u@h1:6000,h2:6001/db?target_session_attrs=read-write')).toBe('postgresql://app@h1:6000,h2:6001/db')
  expect(as('postgresql://u@h1/db')).toBe('postgresql://app@h1/db')
})
