import { bulletinAppCalls, bulletinCalls } from '@chauffeur/contract/message/bulletin'
import { implement } from '#platform/http/implement'
import { bulletinList, readerList } from './bulletin.list.ts'
import { bulletinsFor, markRead } from './bulletin.queries.ts'
import { saveBulletin, shownBulletin, withdrawBulletin } from './bulletin.service.ts'

const MOST = 50

const operatorRoutes = implement(
  'bulletin',
  bulletinCalls,
)({
  list: bulletinList.page,
  detail: async ({ input, db, fail, ...by }) => (await shownBulletin(db, input.bulletinId, by)) ?? fail('bulletin.notFound'),
  readers: readerList.page,
  save: ({ input, db, request, ...context }) => saveBulletin(input, request.english, { tx: db, ...context }),
  withdraw: ({ input, db, ...context }) => withdrawBulletin(input, { tx: db, ...context }),
})

const appRoutes = implement(
  'bulletin',
  bulletinAppCalls,
)({
  bulletins: async ({ db, driver }) => {
    const rows = (await bulletinsFor(db, driver.driverId, MOST)).map((row) => ({
      bulletinId: row.bulletin_id,
      title: row.title,
      body: row.body,
      important: row.important,
      from: row.valid_from.toISOString(),
      readAt: row.read_at?.toISOString() ?? null,
    }))
    return { rows, unread: rows.filter(({ readAt }) => readAt === null).length }
  },
  read: async ({ input, db, driver, fail }) => ({
    readAt: ((await markRead(db, driver, input.id)) ?? fail('bulletin.gone')).toISOString(),
  }),
})

export const bulletinRoutes = [...operatorRoutes, ...appRoutes]
