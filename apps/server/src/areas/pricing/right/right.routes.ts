import { rightCalls, rightCoverText, rightExcessText, rightStateText, rightUnitText } from '@chauffeur/contract/pricing/right'
import { tenantCities } from '#areas/operations/city'
import { channelsInScope } from '#areas/partner/channel'
import { implement } from '#platform/http/implement'
import { coverWords } from '../price/index.ts'
import { rightList, rightView } from './right.list.ts'
import { findRight, findRights, figuresOf } from './right.queries.ts'
import { createRight, decideRight, moveRight, updateTerms } from './right.service.ts'

const optionsOf = (words: Readonly<Record<string, string>>) => Object.entries(words).map(([key, value]) => ({ key, value }))

export const rightRoutes = implement(
  'right',
  rightCalls,
)({
  dict: async ({ db }) => {
    const [channels, cities] = await Promise.all([channelsInScope(db, null), tenantCities(db)])
    return {
      units: optionsOf(rightUnitText),
      covers: optionsOf(rightCoverText),
      excesses: optionsOf(rightExcessText),
      states: optionsOf(rightStateText),
      channels: channels.map(({ channelId, name }) => ({ key: channelId, value: name })),
      cities: cities.map(({ city_id, name }) => ({ key: city_id, value: name })),
    }
  },
  list: rightList.page,
  find: async ({ input, db }) => ({ rows: await findRights(db, input) }),
  create: ({ input, db, ...context }) => createRight(input, { tx: db, ...context }, new Date()),
  view: async ({ input, db, fail, request, ...by }) => {
    const right = (await findRight(db, input.rightId)) ?? fail('right.notFound')
    const figures = await figuresOf(db, input.rightId)
    return { ...rightView(right, by), cover: right.cover, coverText: coverWords(right.cover)[request.english ? 'en' : 'zh'], ...figures }
  },
  update: ({ input, db, ...context }) => updateTerms(input, { tx: db, ...context }, new Date()),
  move: ({ input, db, ...context }) => moveRight(input, 'KEEPER', { tx: db, ...context }, new Date()),
  decide: ({ input, db, ...context }) => decideRight(input, { tx: db, ...context }, new Date()),
})
