import {
  type BroadcastRow,
  broadcastStateText,
  broadcastWhomText,
  leftOutText,
  leftOutWhy,
  recipientStateText,
} from '@chauffeur/contract/message/broadcast-model'
import { broadcastCalls } from '@chauffeur/contract/message/broadcast'
import { broadcastSamples, broadcastText } from '@chauffeur/contract/message/broadcast-text'
import { type Scope, withinCities } from '#platform/database/scope'
import type { OperatorSession } from '#platform/identity/session'
import { instant, number, text, words } from '#platform/list/columns'
import { holds, inFrom, is } from '#platform/list/conditions'
import { asc, defineList, desc } from '#platform/list/list'
import { type BroadcastDb, broadcasts, findBroadcast, goesTo, listed, listedRecipients, recipients } from './broadcast.queries.ts'
import { broadcastMachine } from './broadcast.rules.ts'

/** Whether somebody may write to the people of these cities (none: of every city), for the business and not for one organisation there. */
export const mayTell = (cityIds: readonly string[], { cities, orgs, channel }: Scope): boolean =>
  orgs === '*' && channel === '*' && withinCities(cityIds, cities)

function actionsOf(row: BroadcastDb, { operator, scope }: { operator: OperatorSession; scope: Scope }): BroadcastRow['allowedActions'] {
  if (!mayTell(row.city_ids, scope)) return []
  const { authorities, userId } = operator
  const fits = (event: 'submit' | 'withdraw' | 'approve' | 'reject' | 'stop' | 'goOn' | 'end') => broadcastMachine.fits(event, row.state)
  const may = <A extends BroadcastRow['allowedActions'][number]>(authority: string, action: A, when: boolean): A[] =>
    when && authorities.has(authority) ? [action] : []
  const another = !row.author_ids.includes(userId)
  return [
    ...may('broadcast.edit', 'edit', row.state === 'DRAFT'),
    ...may('broadcast.edit', 'submit', fits('submit')),
    ...may('broadcast.edit', 'withdraw', fits('withdraw')),
    ...may('broadcast.approve', 'approve', fits('approve') && another),
    ...may('broadcast.approve', 'reject', fits('reject')),
    ...may('broadcast.stop', 'stop', fits('stop')),
    ...may('broadcast.approve', 'goOn', fits('goOn')),
    ...may('broadcast.stop', 'end', fits('end')),
  ]
}

const iso = (at: Date | null) => at?.toISOString() ?? null
export function broadcastView(row: BroadcastDb, by: { operator: OperatorSession; scope: Scope }): BroadcastRow {
  const said = { sign: row.sign || row.brand_name, body: row.body, refuseBy: row.refuse_by }
  return {
    broadcastId: row.broadcast_id,
    name: row.name,
    whom: row.whom,
    ...said,
    sign: row.sign,
    sample: broadcastText(said, broadcastSamples),
    cityIds: row.city_ids,
    audience: row.audience,
    groupNames: row.group_names,
    codes: row.codes,
    sendAt: iso(row.send_at),
    state: row.state,
    authorName: row.author_name,
    submittedAt: iso(row.submitted_at),
    submitted: row.submitted,
    approved: row.approved,
    decidedByName: row.decided_by_name,
    decidedAt: iso(row.decided_at),
    decisionNote: row.decision_note,
    stoppedByName: row.stopped_by_name,
    stopReason: row.stop_reason,
    nextAt: iso(row.next_at),
    beganAt: iso(row.began_at),
    endedAt: iso(row.ended_at),
    problem: row.problem,
    recipients: row.recipients,
    sent: row.sent_count,
    delivered: row.delivered_count,
    failed: row.failed_count,
    unknown: row.unknown_count,
    leftOut: row.left_out_count,
    waiting: row.waiting,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    allowedActions: actionsOf(row, by),
  }
}

/** What was sent to many, the newest first. */
export const broadcastList = defineList(broadcastCalls.list, {
  from: ({ db }) => broadcasts(db),
  filters: { keyword: holds('b.name', 'b.body'), whom: is('b.whom'), cityId: goesTo, state: is('b.state') },
  key: 'b.broadcast_id',
  order: [desc('b.created_at')],
  select: listed,
  file: {
    module: import.meta.url,
    zh: '营销群发',
    en: 'Broadcasts',
    columns: {
      name: text('名称', 'Name'),
      whom: words('发给', 'To', broadcastWhomText),
      state: words('状态', 'Status', broadcastStateText),
      sample: text('内容', 'Content'),
      recipients: number('接收人数', 'Recipients'),
      sent: number('已提交服务商', 'Taken by the provider'),
      delivered: number('已送达', 'Delivered'),
      failed: number('未送达', 'Not delivered'),
      unknown: number('结果不明', 'Unknown'),
      leftOut: number('发送时排除', 'Left out when sending'),
      authorName: text('编写人', 'Written by'),
      decidedByName: text('批准人', 'Approved by'),
      decidedAt: instant('批准时间', 'Approved'),
      beganAt: instant('开始发送', 'Began'),
      endedAt: instant('结束时间', 'Ended'),
      stopReason: text('停止原因', 'Stopped because'),
    },
  },
  view: broadcastView,
})

/** Who gets one, in the order in which they do. */
export const recipientList = defineList(broadcastCalls.recipients, {
  refused: async ({ db, input }) => !(await findBroadcast(db, input.broadcastId)) && 'broadcast.notFound',
  from: ({ db, input }) => recipients(db, input.broadcastId),
  filters: { broadcastId: inFrom, state: is('r.state'), why: is('r.why'), cityId: is('r.city_id') },
  key: 'r.n',
  order: [asc('r.n')],
  select: listedRecipients,
  file: {
    module: import.meta.url,
    zh: '营销群发接收人',
    en: 'Recipients of a broadcast',
    columns: {
      phone: text('手机号', 'Telephone'),
      name: text('姓名', 'Name'),
      cityName: text('城市', 'City'),
      state: words('状态', 'Status', recipientStateText),
      why: words('不发送原因', 'Left out because', leftOutText),
      failure: text('失败原因', 'Why it failed'),
      segments: number('计费条数', 'Segments'),
      at: instant('时间', 'Time'),
    },
  },
  view: (row) => {
    const why = row.state === 'LEFT_OUT' ? leftOutWhy.safeParse(row.why) : null
    return {
      n: row.n,
      phone: row.phone_shown,
      name: row.name,
      customerId: row.customer_id,
      driverId: row.driver_id,
      cityName: row.city_name,
      state: row.state,
      why: why?.success ? why.data : null,
      failure: row.state === 'FAILED' || row.state === 'UNKNOWN' ? row.why : '',
      segments: row.segments,
      at: iso(row.at),
    }
  },
})
