import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differenceOf } from './difference.rules.ts'
import { faultsOf } from './agreement.rules.ts'
import { digestOf } from './digest.ts'
import { cleanRichText, paragraphsOf } from './rich-text.rules.ts'

test('an agreement keeps words, headings, lists, emphasis and links', () => {
  const html =
    '<h2>一、收集</h2><p>我们收集<strong>电话</strong>、<em>位置</em>。</p><ul><li><p>订单</p></li></ul><p><a href="https://example.com/p?a=1">详情</a><br />完</p>'
  expect(cleanRichText(html)).toBe(html)
})

test.each([
  ['<script>alert(1)</script><p>好</p>', '<p>好</p>'],
  ['<p onclick="x()">好</p>', '<p>好</p>'],
  ['<p style="position:fixed">好</p>', '<p>好</p>'],
  ['<img src=x onerror=alert(1)><p>好</p>', '<p>好</p>'],
  ['<svg><script>alert(1)</script></svg><p>好</p>', '<p>好</p>'],
  ['<a href="javascript:alert(1)">好</a>', '<a>好</a>'],
  ['<a href="java\nscript:alert(1)">好</a>', '<a>好</a>'],
  ['<a href="data:text/html,<script>1</script>">好</a>', '<a>好</a>'],
  ['<a href="//evil.example">好</a>', '<a>好</a>'],
  ['<a href="http://plain.example">好</a>', '<a>好</a>'],
  ['<a href="https://example.com" target="_top" onmouseover="x()">好</a>', '<a href="https://example.com">好</a>'],
  ['<iframe srcdoc="<script>1</script>"></iframe><p>好</p>', '<p>好</p>'],
  ['<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math><p>好</p>', '<p>好</p>'],
  ['<style>p{display:none}</style><p>好</p>', '<p>好</p>'],
  ['<form action="https://evil.example"><input name=a></form><p>好</p>', '<p>好</p>'],
  ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">', '<p></p>'],
  ['<li><svg/<script><li>好', '<li></li><li>好</li>'],
  ['<p>好<svg/<script><p>的', '<p>好</p><p>的</p><p></p>'],
  ['<b>好</b><i>的</i><h1>题</h1>', '<strong>好</strong><em>的</em><h2>题</h2>'],
])('%s becomes %s', (html, clean) => expect(cleanRichText(html)).toBe(clean))

const KEPT_TAG = /<(?:\/?(?:p|h2|h3|h4|ul|ol|li|blockquote|strong|em|u|s|a)|a href="(?:https:\/\/|tel:|mailto:)[^"]*"|(?:br|hr) \/)>/g
test('whatever is written, what is kept has nothing else in it, and cleaning it again changes nothing', () => {
  const piece = fc.constantFrom(
    '<script>',
    '</script>',
    '<p ',
    'onload=1 ',
    '>',
    '<',
    '"',
    "'",
    '<a href="',
    'javascript:',
    'https://e.example',
    '<!--',
    '-->',
    '<svg/',
    '<svg><title>',
    '<math><mtext>',
    '<h1>',
    '<br>',
    '<template>',
    '&lt;',
    '&#106;',
    '好',
    '</p>',
    '<li>',
    '\0',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const clean = cleanRichText(pieces.join(''))
      expect(clean.replaceAll(KEPT_TAG, '')).not.toMatch(/[<>]/)
      expect(cleanRichText(clean)).toBe(clean)
    }),
  )
})

test('paragraphs are what is read', () => {
  expect(paragraphsOf('<h2>一 &amp; 二</h2><p>甲<br />乙</p><ul><li><p>丙</p></li></ul>')).toEqual(['一 & 二', '甲', '乙', '丙'])
  expect(paragraphsOf('<p></p><p> </p>')).toEqual([])
})

test('the difference of two versions is in words', () => {
  const { paragraphs, formOnly } = differenceOf(
    '<p>我们收集您的电话。</p><p>保存一年。</p>',
    '<h2>我们收集您的电话和位置。</h2><p>保存一年。</p>',
  )
  expect(formOnly).toBe(false)
  expect(paragraphs).toEqual([
    [
      { change: 'SAME', text: '我们收集您的电话' },
      { change: 'ADDED', text: '和位置' },
      { change: 'SAME', text: '。' },
    ],
    [{ change: 'SAME', text: '保存一年。' }],
  ])
  expect(differenceOf('<p>甲</p>', '<h2>甲</h2>')).toMatchObject({ formOnly: true })
  expect(differenceOf('<p>甲</p>', '<p>甲</p>')).toMatchObject({ formOnly: false })
  expect(differenceOf('', '<p>甲</p>').paragraphs).toEqual([[{ change: 'ADDED', text: '甲' }]])
})

test('what stayed and came is the new text, what stayed and went the old one', () => {
  const texts = fc
    .array(fc.constantFrom('我们', '收集', '电话', '位置', '。', ' and ', 'data'), { maxLength: 20 })
    .map((words) => words.join(''))
  const read = (text: string) => paragraphsOf(`<p>${text}</p>`).join('')
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const all = differenceOf(`<p>${before}</p>`, `<p>${after}</p>`).paragraphs.flat()
      const without = (gone: string) =>
        all
          .filter(({ change }) => change !== gone)
          .map(({ text }) => text)
          .join('')
      expect(without('REMOVED')).toBe(read(after))
      expect(without('ADDED')).toBe(read(before))
    }),
  )
})

test('two texts with little in common are compared in time', () => {
  const long = (word: string) => Array.from({ length: 3_000 }, (_, at) => `<p>${word}${at * 7919}条款内容说明${word}</p>`).join('')
  const began = performance.now()
  expect(differenceOf(long('甲'), long('乙')).paragraphs.length).toBeGreaterThan(3_000)
  expect(performance.now() - began).toBeLessThan(5_000)
})

const NOW = new Date('2026-11-24T06:00:00Z')
const good = { html: '<p>好</p>', changeLevel: 'MATERIAL', effectiveAt: null } as const
test('an agreement needs words, the first of its kind a yes, and a beginning to come', () => {
  const paths = (part: object, newest = 1) => faultsOf({ ...good, ...part }, newest, NOW).map(({ path }) => path)
  expect(paths({})).toEqual([])
  expect(paths({ html: '<p> </p>' })).toEqual(['html'])
  expect(paths({ changeLevel: 'MINOR' })).toEqual([])
  expect(paths({ changeLevel: 'MINOR' }, 0)).toEqual(['changeLevel'])
  expect(paths({ effectiveAt: NOW })).toEqual(['effectiveAt'])
  expect(paths({ effectiveAt: new Date('2026-12-01T00:00:00Z') })).toEqual([])
  expect(paths({ effectiveAt: new Date('2028-12-01T00:00:00Z') })).toEqual(['effectiveAt'])
  expect(digestOf('题', '<p>好</p>')).not.toBe(digestOf('题<p>', '好</p>'))
})
