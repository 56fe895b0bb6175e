import { expect, test } from 'vitest'
import { maxViews, openingAddress, viewsFrom, withView, withoutView } from './saved-views.view.ts'

test('saving under a known name replaces that view and keeps it the opening one', () => {
  const kept = viewsFrom(JSON.stringify({ views: [{ name: '夜间', address: 'a=1' }], opening: '夜间' }))
  expect(openingAddress(withView(kept, { name: '夜间', address: 'a=2' }))).toBe('a=2')
})

test('deleting the opening view leaves the list opening bare', () => {
  const kept = viewsFrom(JSON.stringify({ views: [{ name: '夜间', address: 'a=1' }], opening: '夜间' }))
  expect(openingAddress(withoutView(kept, '夜间'))).toBeNull()
})

test('the list of views never outgrows what the server keeps', () => {
  let kept = viewsFrom(null)
  for (let n = 0; n < maxViews + 5; n++) kept = withView(kept, { name: `v${n}`, address: `a=${n}` })
  expect(kept.views).toHaveLength(maxViews)
  expect(kept.views.at(-1)?.name).toBe(`v${maxViews + 4}`)
})

test.each(['', '{', 'null', '[]', '{"views":[1,{"name":2}],"opening":"x"}'])('unreadable settings %s count as none', (kept) => {
  expect(viewsFrom(kept)).toEqual({ views: [], opening: null })
})
