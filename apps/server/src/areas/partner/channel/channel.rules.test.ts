import { expect, test } from 'vitest'
import { channelHindrance } from './channel.rules.ts'

test('a channel brings orders while it is on, in its cities; without any named in all', () => {
  expect(channelHindrance({ state: 1, city_ids: [] }, '1')).toBeNull()
  expect(channelHindrance({ state: 1, city_ids: ['1', '2'] }, '1')).toBeNull()
  expect(channelHindrance({ state: 1, city_ids: ['2'] }, '1')).toBe('channel.otherCity')
  expect(channelHindrance({ state: 0, city_ids: ['1'] }, '1')).toBe('channel.stopped')
  expect(channelHindrance(undefined, '1')).toBe('channel.notFound')
})
