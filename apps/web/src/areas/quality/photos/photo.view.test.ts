import { expect, test } from 'vitest'
import { besideOf, type FullPhoto, nextOpen, saidWhy } from './photo.view.ts'

const photo = (fileId: string, kind: FullPhoto['kind'], more: Partial<FullPhoto> = {}) =>
  ({ fileId, kind, verdict: 'NONE', replaces: null, ...more }) as FullPhoto

test('a picture is held beside what shows the same after the trip, the newest of them, or beside the one it was taken in place of', () => {
  const [front, rear, retaken, after] = [
    photo('1', 'BEFORE_FRONT'),
    photo('2', 'BEFORE_REAR'),
    photo('3', 'AFTER_FRONT', { verdict: 'RETAKEN' }),
    photo('4', 'AFTER_FRONT', { replaces: '3' }),
  ]
  const all = [front, rear, retaken, after]
  expect(besideOf(front, all)?.fileId).toBe('4')
  expect(besideOf(after, all)?.fileId).toBe('1')
  expect(besideOf(rear, all)).toBeUndefined()
  const receipt = photo('6', 'RECEIPT', { replaces: '5' })
  expect(besideOf(receipt, [photo('5', 'RECEIPT', { verdict: 'RETAKEN' }), receipt])?.fileId).toBe('5')
})

test('after one was judged comes the next of which nothing was said, at the end those before it, and then none', () => {
  const of = (...verdicts: FullPhoto['verdict'][]) => verdicts.map((verdict) => ({ verdict }))
  expect(nextOpen(of('NONE', 'OK', 'NONE'), 0)).toBe(2)
  expect(nextOpen(of('NONE', 'OK', 'OK'), 2)).toBe(0)
  expect(nextOpen(of('OK', 'NONE'), 1)).toBe(-1)
})

test('why a picture was judged so stands before what was written besides, whatever is written', () => {
  expect(saidWhy('光线太暗：请开灯：两次')).toBe('光线太暗 · 请开灯：两次')
  expect(saidWhy('光线太暗')).toBe('光线太暗')
  expect(saidWhy('请开灯')).toBe('请开灯')
})
