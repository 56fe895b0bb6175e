import { dispatchTeamsCalls, type QueueLeave, queueLeaveText } from '@chauffeur/contract/dispatch/team'
import { sql } from 'kysely'
import { refuse, whenRefused } from '#platform/http/implement'
import { instant, text, words } from '#platform/list/columns'
import { inFrom } from '#platform/list/conditions'
import { defineList, desc } from '#platform/list/list'
import { findQueue } from './area-queue.service.ts'

/** Those in sight who stood in a queue, the last to leave it first. */
export const queuePastList = defineList(dispatchTeamsCalls.queueHistory, {
  refused: ({ db, input }) =>
    findQueue(db, input.teamId, refuse).then(
      () => false,
      whenRefused(({ failure }) => failure as 'dispatchTeams.notFound' | 'dispatchTeams.notAQueue'),
    ),
  from: ({ db, input }) =>
    db
      .selectFrom('team_queue_entries as e')
      .innerJoin('drivers as d', (on) => on.onRef('d.tenant_id', '=', 'e.tenant_id').onRef('d.driver_id', '=', 'e.driver_id'))
      .where('e.team_id', '=', input.teamId)
      .where('e.left_at', 'is not', null),
  filters: { teamId: inFrom },
  key: 'e.entry_id',
  order: [desc('e.left_at')],
  select: (rows) =>
    rows.select([
      'e.entry_id as entryId',
      'd.driver_no as driverNo',
      'd.name',
      'e.entered_at as enteredAt',
      'e.left_by_name as leftByName',
      'e.note',
      sql<Date>`e.left_at`.as('leftAt'),
      sql<QueueLeave>`e.leave_reason`.as('reason'),
    ]),
  file: {
    module: import.meta.url,
    zh: '区域排队记录',
    en: 'History of an area queue',
    columns: {
      driverNo: text('司机工号', 'Driver no.'),
      name: text('司机', 'Driver'),
      enteredAt: instant('进入时间', 'Came at'),
      leftAt: instant('离开时间', 'Left at'),
      reason: words('离开原因', 'How they left', queueLeaveText),
      leftByName: text('操作人', 'User'),
      note: text('备注', 'Remark'),
    },
  },
  view: (row) => ({ ...row, enteredAt: row.enteredAt.toISOString(), leftAt: row.leftAt.toISOString() }),
})
