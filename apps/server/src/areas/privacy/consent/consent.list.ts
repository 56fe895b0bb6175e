import { agreementKindText } from '@chauffeur/contract/privacy/agreement'
import { consentCalls, consentChannelText } from '@chauffeur/contract/privacy/consent'
import { phoneFor } from '#areas/order/model'
import { flag, instant, number, phone, text, words } from '#platform/list/columns'
import { is, isBefore, isFrom } from '#platform/list/conditions'
import { defineList, desc } from '#platform/list/list'
import { sql } from 'kysely'
import { consents, listed, personFound } from './consent.queries.ts'

/** Who agreed to what and when, the newest first; its file is the proof. */
export const consentList = defineList(consentCalls.list, {
  from: ({ db, scope }) => consents(db, scope),
  filters: {
    kind: is('c.kind'),
    number: is('c.number'),
    given: is('c.given'),
    channel: is('c.channel'),
    keyword: personFound,
    personId: (personId) => sql<boolean>`(c.user_id = ${personId} or c.driver_id = ${personId} or c.customer_id = ${personId})`,
    atFrom: isFrom('c.at'),
    atTo: isBefore('c.at'),
  },
  key: 'c.consent_id',
  order: [desc('c.at')],
  sorts: { at: desc('c.at') },
  select: listed,
  file: {
    module: import.meta.url,
    zh: '协议同意记录',
    en: 'Consents to agreements',
    columns: {
      kind: words('适用对象', 'With', agreementKindText),
      personId: text('人员编号', 'Id of the person'),
      personNo: text('工号或账号', 'Number or user name'),
      name: text('姓名', 'Name'),
      phone: phone('电话', 'Phone'),
      number: number('版本', 'Version'),
      title: text('协议标题', 'Agreement'),
      digest: text('内容摘要（SHA-256）', 'SHA-256 of the text'),
      given: flag('已同意', 'Agreed'),
      at: instant('时间', 'Time'),
      channel: words('渠道', 'Channel', consentChannelText),
      source: text('登记来源', 'How it was said'),
      byName: text('登记人', 'Entered by'),
      ip: text('IP 地址', 'IP address'),
      device: text('设备', 'Device'),
    },
  },
  view: (row, { operator }) => ({
    consentId: row.consent_id,
    kind: row.kind,
    number: row.number,
    title: row.title,
    digest: row.digest,
    given: row.given,
    at: row.at.toISOString(),
    channel: row.channel,
    source: row.source,
    byName: row.by_name,
    ip: row.ip,
    device: row.device,
    personId: row.person_id,
    name: row.name,
    phone: row.phone && phoneFor(operator.authorities, row.phone),
    personNo: row.person_no,
  }),
})
