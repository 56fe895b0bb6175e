import { noticeCalls } from '@chauffeur/contract/operations/notice'
import { implement } from '#platform/http/implement'
import { noticeList } from './notice.list.ts'
import { markRead } from './notice.queries.ts'

export const noticeRoutes = implement(
  'notice',
  noticeCalls,
)({
  list: async (asked) => {
    const [page, unread] = await Promise.all([
      noticeList.page(asked),
      noticeList.count({ ...asked, input: { ...asked.input, unread: true } }),
    ])
    return { ...page, unread }
  },
  markRead: async ({ input, db, operator }) => {
    await markRead(db, operator.tenantId, operator.userId, input.noticeIds)
    return {}
  },
})
