import { STANDARD_DRIVER_LEVELS as levels } from '@chauffeur/contract/driver/level-model'
import { expect, test } from 'vitest'
import { checksOf } from '../standing/index.ts'
import { changeWords, standingWords } from './words.rules.ts'

const figures = { exp: 2_050, orders: 42, cancels: 2, cancelBp: 455, ratingX100: 488, acceptBp: null }
const silver = levels[2]!
const gold = levels[3]!

test('a rise says everything that was met, a fall only what was missed, in both languages', () => {
  const facts = { figures, fromName: '铜牌', toName: '银牌', checks: checksOf(silver, figures), white: null }
  expect(changeWords('UP', facts, 480, false)).toEqual([
    '已达到银牌的全部要求，即时升级。',
    '经验值 2050，要求不低于 2000',
    '本月完成 42 单，要求不少于 40 单',
    '评分 4.88，要求不低于 4.60',
    '有责取消率 4.55%，要求不高于 15%',
  ])
  const fall = { ...facts, fromName: '金牌', checks: checksOf(gold, figures) }
  expect(changeWords('CYCLE', fall, 480, true)).toEqual([
    'At the end of the month Gold was not met: Silver from now on.',
    'experience 2050, at least 6000 asked',
    '42 trips this month, at least 60 asked',
  ])
  const white = { effect: 'NO_DOWNGRADE' as const, until: '2026-12-31T16:00:00.000Z' }
  expect(changeWords('WHITELIST', { ...fall, toName: '金牌', white }, 480, false)[0]).toBe('在白名单内，保留金牌至 2026-12-31。')
})

test('who asks why they are silver reads the last change, what keeping it asks for and what is missing for the next', () => {
  const standing = {
    ...{
      level: silver,
      keep: checksOf(silver, { ...figures, orders: 12 }),
      enabled: true,
      white: null,
      isProtected: false,
      utcOffsetMinutes: 480,
    },
    next: { name: '金牌', checks: checksOf(gold, figures) },
    last: ['已达到银牌的全部要求，即时升级。'],
  }
  expect(standingWords(standing, false)).toEqual([
    '已达到银牌的全部要求，即时升级。',
    '月末保住银牌还需：本月完成 12 单，要求不少于 40 单。',
    '升到金牌还需：经验值 2050，要求不低于 6000；本月完成 42 单，要求不少于 60 单。',
  ])
  expect(standingWords({ ...standing, enabled: false, last: [] }, true)).toEqual(['Levels do not move in this city now.'])
})
