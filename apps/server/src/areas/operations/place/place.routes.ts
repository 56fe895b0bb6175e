import { placeCalls } from '@chauffeur/contract/operations/place'
import { implement } from '#platform/http/implement'
import { placeList } from './place.list.ts'
import { enablePlace, removePlace, savePlace } from './place.service.ts'

export const placeRoutes = implement(
  'place',
  placeCalls,
)({
  list: placeList.page,
  save: ({ input, db, ...context }) => savePlace(input, { tx: db, ...context }),
  enable: ({ input, db, ...context }) => enablePlace(input, { tx: db, ...context }),
  remove: ({ input, db, ...context }) => removePlace(input, { tx: db, ...context }),
})
